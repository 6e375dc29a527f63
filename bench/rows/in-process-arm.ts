/** One side of `in-process.ts`: converts all pages once per message and replies with the milliseconds for each. */

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { peersFolder } from '../rig/peers.ts'
import { choosePages } from '../rig/saved-pages.ts'

const pages = [...choosePages(60, 20_000, 400_000).values()]

/** Functions that convert a page. The service's takes bytes, and the others take text. */
const sides: Record<string, () => Promise<() => Iterable<() => unknown>>> = {
  async gleaner() {
    const { formatPage } = await import('../../src/format/formats.ts')
    const url = 'https://example.com/a/b'
    const head = { url, finalUrl: url, status: 200, contentType: 'text/html', mediaType: 'text/html', charset: 'utf-8' }
    const rest = { headers: {}, rendered: false, complete: true, warnings: [] }
    const request = { output: 'markdown', cssSelector: null, mainContent: false, readsChallenges: true } as const
    return () => pages.map((body) => () => formatPage({ ...head, ...rest, body: new Uint8Array(body) }, request))
  },
  async turndown() {
    const Turndown = createRequire(`${peersFolder}/package.json`)('turndown')
    const turndown = new Turndown()
    const texts = pages.map(String)
    return () => texts.map((html) => () => turndown.turndown(html))
  },
  async mdream() {
    const program = pathToFileURL(`${peersFolder}/node_modules/mdream/dist/index.mjs`).href
    const { htmlToMarkdown } = await import(program)
    const texts = pages.map(String)
    return () => texts.map((html) => () => htmlToMarkdown(html, { origin: 'https://example.com' }))
  },
}

const conversions = await sides[process.argv[2] ?? '']?.()
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
