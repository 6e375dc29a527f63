/**
 * Counts the words that Chromium shows of saved pages without scripts and that aren't in the text of the whole page, by the kind of
 * element that shows them. `npm run bench -- page-conservation [--set NAME] [--pages N] [--details]`. No request leaves the machine, so both
 * sides know only the style sheets inside the page.
 */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { formatPage } from '../../src/format/formats.ts'

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'wcxb-dev2,wcxb-dev,trafilatura-dev' },
    pages: { type: 'string', default: '200' },
    details: { type: 'boolean', default: false },
  },
})
const data = fileURLToPath(new URL('../../../shared/quality/data', import.meta.url))
const say = (line: string) => void process.stdout.write(`${line}\n`)
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('\u00ad', '')
    .match(/[\p{L}\p{N}]+/gu) ?? []

interface ShownText {
  /** The kind of the element that shows the text. */
  kind: string
  text: string
}

/** Runs in the page. Style sheets are the only thing that hides text there. */
const shownTexts = `(() => {
  const kinds = [
    ['button', 'button, [role=button], input, summary'],
    ['choice', 'select, datalist, [role=listbox]'],
    ['skip link', '[class*=skip]'],
    ['for screen readers', '[class*=sr-only], [class*=visually-hidden], [class*=visuallyhidden], [class*=screen-reader]'],
    ['label or form', 'label, form, fieldset'],
    ['navigation', 'nav, header, footer, menu, [role=navigation]'],
    ['noscript', 'noscript'],
  ]
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const isShown = parent?.checkVisibility({ visibilityProperty: true }) && !parent.closest('script, style, template')
    if (!parent || !isShown || node.textContent?.trim() === '') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    if (range.getClientRects().length === 0 && !parent.closest('select')) continue
    const kind = kinds.find(([, selector]) => parent.closest(selector))?.[0] ?? 'text'
    texts.push({ kind, text: node.textContent ?? '' })
  }
  return texts
})()`

async function textOf(body: Uint8Array<ArrayBuffer>, url: string): Promise<string> {
  const page = {
    ...{ url, finalUrl: url, status: 200, contentType: 'text/html; charset=utf-8', mediaType: 'text/html' },
    ...{ charset: 'utf-8', headers: {}, body, rendered: false, complete: true, warnings: [] },
  }
  const request = { output: 'text', cssSelector: null, mainContent: false, readsChallenges: true } as const
  const { content } = await formatPage(page, request)
  return String(content)
}

const chosen = values.set.split(',').flatMap((set) => {
  const { pages } = JSON.parse(readFileSync(`${data}/${set}/truth.json`, 'utf8')) as {
    pages: Record<string, { url: string }>
  }
  return Object.entries(pages).map(([id, { url }]) => ({ set, id, url }))
})
const step = Math.max(1, chosen.length / Number(values.pages))
const sample = Array.from(
  { length: Math.min(chosen.length, Number(values.pages)) },
  (_, n) => chosen[Math.floor(n * step)],
)
const missing = new Map<string, number>()
let all = 0
/** Words that are there, but without white space before or after them, or fewer times than they are shown. */
let joinedWords = 0
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
try {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.route('**', (route) => route.abort())
  for (const { set, id, url } of sample as typeof chosen) {
    const body = Uint8Array.from(gunzipSync(readFileSync(`${data}/${set}/pages/${id}.html.gz`)))
    const tab = await context.newPage()
    await tab.setContent(Buffer.from(body).toString(), { waitUntil: 'domcontentloaded' })
    const texts = (await tab.evaluate(shownTexts)) as ShownText[]
    await tab.close()
    const left = new Map<string, number>()
    const read = wordsOf(await textOf(body, url))
    const joined = read.join('')
    for (const word of read) left.set(word, (left.get(word) ?? 0) + 1)
    // Prose takes its words first: a label that repeats them is what is missing.
    const ordered = [...texts.filter(({ kind }) => kind === 'text'), ...texts.filter(({ kind }) => kind !== 'text')]
    for (const { kind, text } of ordered) {
      const words = wordsOf(text)
      const lost = words.filter((word) => {
        const count = left.get(word) ?? 0
        if (count > 0) left.set(word, count - 1)
        return count === 0
      })
      all += words.length
      // Chromium shows text next to it at a distance, such as the next item of a row.
      const isJoined = lost.length > 0 && joined.includes(words.join(''))
      if (isJoined) {
        joinedWords += lost.length
        continue
      }
      missing.set(kind, (missing.get(kind) ?? 0) + lost.length)
      if (values.details && lost.length > 0)
        say(`${set} ${id} ${kind}: ${lost.join(' ')} | ${text.trim().slice(0, 100)}`)
    }
  }
} finally {
  await browser.close()
}
const total = [...missing.values()].reduce((sum, count) => sum + count, 0)
const share = (count: number) => `${((100 * count) / all).toFixed(2)}%`
for (const [kind, count] of [...missing].sort(([, a], [, b]) => b - a))
  say(`${kind.padEnd(20)} ${count} words, ${share(count)}`)
say(
  `${sample.length} pages, ${all} words shown, ${total} missing: ${share(total)}; ${joinedWords} joined to others or repeated: ${share(joinedWords)}`,
)
