/** One side of `in-process.ts`: converts all pages of a group once per message and replies with the milliseconds for each. */

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { peersFolder } from '../rig/peers.ts'
import { type GroupName, pagesOf } from '../rig/saved-pages.ts'

const [, , side = '', group = '', checkout = new URL('../..', import.meta.url).pathname] = process.argv
const pages = [...pagesOf(group as GroupName).values()]

type Conversions = () => Iterable<() => unknown>

async function gleaner(output: string, mainContent: boolean): Promise<Conversions> {
  const program: typeof import('../../src/format/formats.ts') = await import(`${checkout}src/format/formats.ts`)
  const url = 'https://example.com/a/b'
  const head = { url, finalUrl: url, status: 200, contentType: 'text/html', mediaType: 'text/html', charset: 'utf-8' }
  const rest = { headers: {}, rendered: false, complete: true, warnings: [] }
  const request = { output, cssSelector: null, mainContent, readsChallenges: true } as Parameters<
    typeof program.formatPage
  >[1]
  return () => pages.map((body) => () => program.formatPage({ ...head, ...rest, body: new Uint8Array(body) }, request))
}

async function peer(name: string, convert: (module: Record<string, CallableFunction>) => (html: string) => unknown) {
  const toText = convert(await import(pathToFileURL(name).href))
  const texts = pages.map(String)
  return () => texts.map((html) => () => toText(html))
}

/** Functions that convert a page. Gleaner takes bytes, and the others take text. */
const sides: Record<string, () => Promise<Conversions>> = {
  main: () => gleaner('markdown', true),
  whole: () => gleaner('markdown', false),
  links: () => gleaner('links', false),
  naive: () =>
    peer(
      `${peersFolder}/naive.mjs`,
      ({ toMarkdown }) =>
        (html) =>
          toMarkdown?.(html),
    ),
  turndown: () =>
    peer(createRequire(`${peersFolder}/package.json`).resolve('turndown'), (module) => {
      const Turndown = module.default as unknown as new () => { turndown(html: string): string }
      const turndown = new Turndown()
      return (html) => turndown.turndown(html)
    }),
  mdream: () =>
    peer(`${peersFolder}/node_modules/mdream/dist/index.mjs`, ({ htmlToMarkdown }) => (html) => {
      return htmlToMarkdown?.(html, { origin: 'https://example.com' })
    }),
}

const conversions = await sides[side]?.()
if (!conversions) throw new Error('Unknown side')

process.on('message', async () => {
  const times: number[] = []
  for (const convert of conversions()) {
    const before = process.cpuUsage()
    await convert()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  process.send?.(times)
})
process.send?.('ready')
