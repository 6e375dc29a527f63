/** Renders the page kinds with crawlee's PlaywrightCrawler. */

import { createRequire } from 'node:module'
import { holdsWords, type PageKind } from '../../test/render/page-kinds/page-kinds.ts'
import { installPeers, peersFolder } from '../rig/peers.ts'
import { concurrency, limitMs } from './engine.ts'

/** The completeness of each page by the name of its kind, and the total time. */
export interface Measurement {
  pages: { kind: string; isComplete: boolean }[]
  ms: number
}

interface CrawleeOptions {
  browserPath: string
  /** Base URL of the page kinds' origin. */
  baseUrl: string
  kinds: readonly PageKind[]
  waitUntil: 'load' | 'networkidle'
}

// biome-ignore lint/suspicious/noExplicitAny: the peers are installed by the benchmark, so their types are not known
type Crawlee = any

/** Installs crawlee if it is missing. */
export function loadCrawlee(): Crawlee {
  installPeers()
  const require = createRequire(`${peersFolder}/package.json`)
  return { ...require('@crawlee/playwright'), chromium: require('playwright').chromium }
}

export async function measureCrawlee(
  { PlaywrightCrawler, Configuration, log, chromium }: Crawlee,
  { browserPath, baseUrl, kinds, waitUntil }: CrawleeOptions,
): Promise<Measurement> {
  log.setLevel(log.LEVELS.OFF)
  const pages: Measurement['pages'] = []
  let warmUps = 0
  let startedAt = 0
  const crawler = new PlaywrightCrawler(
    {
      launchContext: {
        launcher: chromium,
        launchOptions: { executablePath: browserPath, chromiumSandbox: process.getuid?.() !== 0 },
      },
      headless: true,
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestRetries: 0,
      navigationTimeoutSecs: limitMs / 1000,
      preNavigationHooks: [(_: unknown, goto: object) => Object.assign(goto, { waitUntil })],
      async requestHandler({ page, request }: Crawlee) {
        const html = await page.content()
        const { kind } = request.userData
        if (kind) pages.push({ kind: kind.name, isComplete: holdsWords(html, kind.words) })
        else if (++warmUps === concurrency) startedAt = performance.now()
      },
      failedRequestHandler({ request }: Crawlee) {
        if (request.userData.kind) pages.push({ kind: request.userData.kind.name, isComplete: false })
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: false }),
  )
  const requestsFor = (list: readonly (PageKind | null)[], tag: string) =>
    list.map((kind, at) => ({
      url: baseUrl + (kind?.path ?? '/kinds/static'),
      uniqueKey: `${tag}${at}`,
      userData: { kind },
    }))
  await crawler.run([...requestsFor(Array(concurrency).fill(null), 'warm'), ...requestsFor(kinds, 'page')])
  return { pages, ms: performance.now() - startedAt }
}
