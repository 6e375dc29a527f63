/** Real pages for measurements, from the saved pages in `shared/quality` if available. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const data = fileURLToPath(new URL('../../../shared/quality/data', import.meta.url))

export const lacksSavedPages = !existsSync(data)

/** Sets that Gleaner isn't developed with. */
const unseenSets = ['wcxb-dev2']
/** Sets that only `npm run bench -- quality` reads. */
const heldSets = ['wcxb-test']

/** Groups of pages, for rows that compare pages of several kinds. */
export const pageGroups = {
  unseen: { what: '40 unseen pages of 100 to 220 kB', count: 40, min: 100_000, max: 220_000, isUnseen: true },
  known: { what: '40 known pages of 100 to 220 kB', count: 40, min: 100_000, max: 220_000, isUnseen: false },
  small: { what: '25 unseen pages of 5 to 30 kB', count: 25, min: 5000, max: 30_000, isUnseen: true },
} as const

export type GroupName = keyof typeof pageGroups

/** Returns the pages of a group. Unseen pages are from sets that Gleaner isn't developed with. */
export function pagesOf(group: GroupName): Map<string, Buffer> {
  const { count, min, max, isUnseen } = pageGroups[group]
  return choosePages(count, min, max, (set) =>
    isUnseen ? unseenSets.includes(set) : ![...unseenSets, ...heldSets].includes(set),
  )
}

/** Returns `count` pages of `min` to `max` bytes, evenly spread over all sets, with a path for each. Throws if there are too few. */
export function choosePages(count: number, min: number, max: number, isChosen = (_set: string) => true) {
  const all = readdirSync(data)
    .filter(isChosen)
    .toSorted()
    .flatMap((set) => {
      const names = readdirSync(`${data}/${set}/pages`).toSorted()
      return names.map((name) => [`/${set}/${name.replace('.html.gz', '')}`, `${data}/${set}/pages/${name}`] as const)
    })
    .map(([path, file]) => [path, gunzipSync(readFileSync(file))] as const)
    .filter(([, body]) => body.length >= min && body.length <= max)
  if (all.length < count) throw new Error(`Only ${all.length} saved pages have ${min} to ${max} bytes`)
  return new Map(
    Array.from({ length: count }, (_, n) => all[Math.floor((n * all.length) / count)] ?? ['', Buffer.of()]),
  )
}

/** Returns a page of about this many bytes, which repeats the content of a saved page. */
export function repeatPage(html: Buffer, bytes: number): Buffer {
  const text = html.toString()
  const [from, to] = [text.search(/<body[^>]*>/i), text.search(/<\/body>/i)]
  if (from < 0 || to < 0) throw new Error('The page has no body')
  const body = text.slice(text.indexOf('>', from) + 1, to)
  const count = Math.ceil(bytes / Buffer.byteLength(body))
  return Buffer.from(text.slice(0, to - body.length) + body.repeat(count) + text.slice(to))
}

/** Returns a page of about 10 kB, with a hundred paragraphs that each contain a link. */
export function densePage(): Buffer {
  const paragraphs = Array.from({ length: 100 }, (_, n) => {
    return `<p>Paragraph ${n} says <a href="/page/${n}">something that is linked</a> and a few words more.</p>`
  })
  return Buffer.from(`<!doctype html><title>Dense</title><main><h1>Dense</h1>${paragraphs.join('\n')}</main>`)
}

/** Returns a page of about 1 kB. */
export function smallPage(): Buffer {
  const words = 'A page of one kilobyte. '.repeat(38)
  return Buffer.from(`<!doctype html><title>Small</title><main><h1>Small</h1><p>${words}</p></main>`)
}
