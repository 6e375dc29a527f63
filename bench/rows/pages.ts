/** Compares the service on real pages of 100 to 220 kB with services and a crawler built from other libraries. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type Child, startChild, stop } from '../rig/child.ts'
import { median } from '../rig/figures.ts'
import { startGleaner } from '../rig/gleaner.ts'
import { askAll } from '../rig/load.ts'
import { startOrigin } from '../rig/origin.ts'
import { installPeers, peersFolder } from '../rig/peers.ts'
import { choosePages } from '../rig/saved-pages.ts'
import { type Arm, inTurns, type Turn } from '../rig/turns.ts'
import type { Measurement, Row } from './row.ts'

const pageCount = 40
/** Number of times each page is read per round. */
const repeats = 4
const concurrency = 8

export const pages: Row = {
  name: 'pages',
  title: `${pageCount} saved pages of 100 to 220 kB, ${pageCount * repeats} per round, ${concurrency} at a time`,
  peers: [
    '@crawlee/cheerio',
    '@mdream/js',
    '@mozilla/readability',
    'cheerio',
    'fastify',
    'jsdom',
    'turndown',
    'undici',
  ],
  async measure({ rounds, progress }) {
    installPeers()
    const origin = await startOrigin(choosePages(pageCount, 100_000, 220_000))
    const paths = [...choosePages(pageCount, 100_000, 220_000).keys()]
    const urls = Array.from({ length: repeats }, () => paths.map((path) => origin.url + encodeURI(path))).flat()
    const gleaner = await startGleaner()
    const peers = await Promise.all(['mdream', 'cheerio-turndown', 'jsdom-readability'].map(startPeer))
    const crawler = await startCrawler()
    const [mdream, cheerio, jsdom] = peers as [Child, Child, Child]
    try {
      const turns = await inTurns(
        {
          markdown: serviceArm(
            gleaner,
            urls.map((url) => gleaner.scrapeUrl(url)),
          ),
          whole: serviceArm(
            gleaner,
            urls.map((url) => gleaner.scrapeUrl(url, { main_content: 'false' })),
          ),
          mdream: serviceArm(
            mdream,
            urls.map((url) => peerUrl(mdream, url)),
          ),
          cheerio: serviceArm(
            cheerio,
            urls.map((url) => peerUrl(cheerio, url)),
          ),
          jsdom: serviceArm(
            jsdom,
            urls.map((url) => peerUrl(jsdom, url)),
          ),
          crawlee: crawlerArm(crawler, urls),
        },
        rounds,
        progress,
      )
      return compare(turns)
    } finally {
      await Promise.all([origin.stop(), gleaner.stop(), stop(crawler), ...peers.map((peer) => peer.stop())])
    }
  },
}

type ArmName = 'markdown' | 'whole' | 'mdream' | 'cheerio' | 'jsdom' | 'crawlee'

function compare(turns: Record<ArmName, Turn[]>): Measurement[] {
  const ratios = (ours: ArmName, peer: ArmName, figure: keyof Turn) =>
    turns[ours].map((turn, round) => turn[figure] / (turns[peer][round]?.[figure] ?? Number.NaN))
  const speed = (what: string, ours: ArmName, peer: ArmName, atLeast: number): Measurement => {
    const [a, b] = [ours, peer].map((name) => median(turns[name as ArmName].map((turn) => turn.pagesPerSecond)))
    const note = `${a?.toFixed(1)} and ${b?.toFixed(1)} pages/s`
    return { what, unit: '×', values: ratios(ours, peer, 'pagesPerSecond'), bar: { atLeast }, note }
  }
  const [main, whole] = [turns.markdown, turns.whole].map((list) => median(list.map(({ cpuMs }) => cpuMs)))
  return [
    speed('markdown against CheerioCrawler (markdown, links, e-mails, metadata)', 'markdown', 'crawlee', 4),
    speed('markdown against jsdom + Readability + turndown as a service', 'markdown', 'jsdom', 15),
    speed('markdown against undici + cheerio + turndown on fastify', 'markdown', 'cheerio', 5),
    speed('markdown with `main_content=false` against `@mdream/js` on fastify', 'whole', 'mdream', 1),
    {
      what: 'CPU time of a main-content page against `main_content=false`',
      ...{ unit: '×', values: ratios('markdown', 'whole', 'cpuMs'), bar: { atMost: 1.15 } },
      note: `${main?.toFixed(2)} and ${whole?.toFixed(2)} ms a page`,
    },
  ]
}

/** Wraps a service that answers `GET URL` for each page. */
export function serviceArm(service: Child, urls: readonly string[], key?: string): Arm {
  return {
    async run() {
      const before = service.cpuMs()
      const ms = await askAll(urls, concurrency, { key })
      return { pagesPerSecond: (urls.length / ms) * 1000, cpuMs: (service.cpuMs() - before) / urls.length }
    },
  }
}

/** Starts one of the services in `bench/peers/services`. */
export function startPeer(name: string): Promise<Child> {
  return startChild([`${peersFolder}/services/${name}.mjs`], { NODE_ENV: 'production' })
}

/** Returns the URL at which a peer serves the page. */
export function peerUrl(peer: Child, page: string): string {
  return `${peer.url}/?${new URLSearchParams({ url: page })}`
}

export async function startCrawler(): Promise<ChildProcess> {
  const child = fork(`${peersFolder}/crawl.mjs`, {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

/** With `withCleanHtml`, the crawler also writes the document without its scripts and styles. */
export function crawlerArm(crawler: ChildProcess, urls: readonly string[], { withCleanHtml = false } = {}): Arm {
  return {
    async run() {
      const answer = once(crawler, 'message')
      crawler.send({ urls, concurrency, withCleanHtml })
      const [{ ms, read }] = (await answer) as [{ ms: number; read: number }]
      if (read !== urls.length) throw new Error(`CheerioCrawler has read ${read} of ${urls.length} pages`)
      return { pagesPerSecond: (urls.length / ms) * 1000, cpuMs: Number.NaN }
    },
  }
}
