/** Compares the service on real pages with services and a crawler built from other libraries. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type Child, startChild, stop } from '../rig/child.ts'
import { median } from '../rig/figures.ts'
import { startGleaner } from '../rig/gleaner.ts'
import { askAll } from '../rig/load.ts'
import { startOrigin } from '../rig/origin.ts'
import { installPeers, peersFolder } from '../rig/peers.ts'
import { readTreeCpuMs } from '../rig/process-tree.ts'
import { type GroupName, pageGroups, pagesOf } from '../rig/saved-pages.ts'
import { type Arm, inTurns, type Turn } from '../rig/turns.ts'
import type { Measurement, Row, RowOptions } from './row.ts'

/** Number of times each page is read per round. */
const repeats = 4
const concurrency = 8
const groups = ['unseen', 'known'] as const

export const pages: Row = {
  name: 'pages',
  title: `pages as markdown from a service, ${repeats} times per round, ${concurrency} at a time, CPU time of the service. Unseen pages are from a set that Gleaner is not developed with`,
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
  async measure(options) {
    installPeers()
    const measurements: Measurement[] = []
    for (const group of groups) {
      options.progress(pageGroups[group].what)
      measurements.push(...(await measureGroup(group, options)))
    }
    return measurements
  },
}

const peerNames = ['naive', 'cheerio-turndown', 'jsdom-readability', 'mdream'] as const

async function measureGroup(group: GroupName, { rounds, against, progress }: RowOptions): Promise<Measurement[]> {
  const saved = pagesOf(group)
  const origin = await startOrigin(saved)
  const urls = Array.from({ length: repeats }, () => [...saved.keys()].map((path) => origin.url + encodeURI(path)))
  const list = urls.flat()
  const gleaner = await startGleaner()
  const earlier = against ? await startGleaner({ checkout: against }) : null
  const peers = await Promise.all(peerNames.map(startPeer))
  const crawler = await startCrawler()
  const service = (from: typeof gleaner, parameters?: Record<string, string>) =>
    serviceArm(
      from,
      list.map((url) => from.scrapeUrl(url, parameters)),
    )
  try {
    const turns = await inTurns(
      {
        main: service(gleaner),
        whole: service(gleaner, { main_content: 'false' }),
        ...(earlier ? { earlier: service(earlier) } : {}),
        ...Object.fromEntries(
          peers.map((peer, n) => [
            peerNames[n],
            serviceArm(
              peer,
              list.map((url) => peerUrl(peer, url)),
            ),
          ]),
        ),
        crawlee: crawlerArm(crawler, list),
      },
      rounds,
      progress,
    )
    return compare(pageGroups[group].what, turns)
  } finally {
    await Promise.all([origin, gleaner, ...(earlier ? [earlier] : []), ...peers].map((child) => child.stop()))
    await stop(crawler)
  }
}

/** The comparisons: what Gleaner does, the peer that it is compared with, and the goal. */
const comparisons: readonly [what: string, ours: string, peer: string, bar: Measurement['bar']][] = [
  ['against undici + cheerio + turndown on `node:http`', 'main', 'naive', { atLeast: 3.2 }],
  ['against the same with tables (GFM) on fastify', 'main', 'cheerio-turndown', { atLeast: 3.2 }],
  ['against CheerioCrawler (markdown, links, e-mails, metadata)', 'main', 'crawlee', { atLeast: 5 }],
  ['against jsdom + Readability + turndown', 'main', 'jsdom-readability', { atLeast: 15 }],
  ['with `main_content=false` against `@mdream/js` on fastify', 'whole', 'mdream', { atLeast: 1 }],
  ['with `main_content=false` against main content', 'whole', 'main', { atMost: 1.15 }],
  ['against the earlier version', 'main', 'earlier', { atLeast: 1 }],
]

function compare(group: string, turns: Partial<Record<string, Turn[]>>): Measurement[] {
  return comparisons.flatMap(([what, ours, peer, bar]) => {
    const [a, b] = [turns[ours], turns[peer]]
    return a && b ? [compareCpu(`${group}, ${what}`, a, b, bar)] : []
  })
}

/** Compares the CPU time of a page. The note also has the pages per second, which depend on how many cores each side uses. */
export function compareCpu(what: string, ours: Turn[], peer: Turn[], bar: Measurement['bar']): Measurement {
  const middle = (turns: Turn[], figure: keyof Turn, digits: number) =>
    median(turns.map((turn) => turn[figure])).toFixed(digits)
  const [cpu, speed] = (['cpuMs', 'pagesPerSecond'] as const).map((figure) =>
    [ours, peer].map((turns) => middle(turns, figure, figure === 'cpuMs' ? 2 : 1)).join(' and '),
  )
  const values = ours.map((turn, round) => (peer[round]?.cpuMs ?? Number.NaN) / turn.cpuMs)
  return { what, unit: '×', values, bar, note: `${cpu} ms a page; ${speed} pages/s` }
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
      const before = readTreeCpuMs(crawler.pid as number)
      crawler.send({ urls, concurrency, withCleanHtml })
      const [{ ms, read }] = (await answer) as [{ ms: number; read: number }]
      // The crawler gives up on a page after four attempts, which happens only if the machine is overloaded.
      if (read < urls.length * minReadShare) throw new Error(`CheerioCrawler has read ${read} of ${urls.length} pages`)
      const cpuMs = (readTreeCpuMs(crawler.pid as number) - before) / (read + concurrency)
      return { pagesPerSecond: (read / ms) * 1000, cpuMs }
    },
  }
}

const minReadShare = 0.95
