/** Measures how many complete pages per second each engine returns. */

import { holdsWords, type PageKind, pageKinds } from '../../test/render/page-kinds/page-kinds.ts'
import { printTable, say } from '../rig/report.ts'
import { loadCrawlee, type Measurement, measureCrawlee } from './crawlee.ts'
import { type BenchEngine, concurrency, htmlOfPage, inParallel, openEngine, startOrigin } from './engine.ts'

/** Number of times that each kind is rendered per round. */
const repeats = 2

const complete = pageKinds.filter(({ canComplete }) => canComplete)
/** Kinds that never reach `networkidle`. */
const endless = /polling|events|clock/
const sets: Record<string, PageKind[]> = {
  'every kind': complete,
  'without polls, streams and clocks': complete.filter(({ name }) => !endless.test(name)),
}

async function measureGleaner(engine: BenchEngine, baseUrl: string, kinds: readonly PageKind[]): Promise<Measurement> {
  const pages: Measurement['pages'] = []
  const startedAt = performance.now()
  await inParallel(kinds, async (kind) => {
    const page = await engine.load(baseUrl + kind.path).catch(() => null)
    const isComplete = page?.complete === true && holdsWords(htmlOfPage(page), kind.words)
    pages.push({ kind: kind.name, isComplete })
  })
  return { pages, ms: performance.now() - startedAt }
}

export async function measureSpeed(browserPath: string, rounds: number): Promise<void> {
  const origin = await startOrigin()
  const crawlee = loadCrawlee()
  const engine = openEngine(browserPath)
  const crawl = (kinds: readonly PageKind[], waitUntil: 'load' | 'networkidle') =>
    measureCrawlee(crawlee, { browserPath, baseUrl: origin.url, kinds, waitUntil })
  const arms: Record<string, (kinds: readonly PageKind[]) => Promise<Measurement>> = {
    'gleaner render_js': (kinds) => measureGleaner(engine, origin.url, kinds),
    'crawlee load': (kinds) => crawl(kinds, 'load'),
    'crawlee networkidle': (kinds) => crawl(kinds, 'networkidle'),
  }
  await engine.load(`${origin.url}/kinds/static`)
  for (const [title, kinds] of Object.entries(sets)) {
    // All pages are in one queue, so that no worker is idle. This measures a service under load.
    const queue = Array<PageKind[]>(repeats).fill(kinds).flat()
    const sums = new Map(
      Object.keys(arms).map((arm) => [arm, { pages: 0, complete: 0, ms: 0, missed: new Set<string>() }]),
    )
    for (let round = 0; round < rounds; round++) {
      // Each round starts with a different engine.
      const order = Object.keys(arms)
      for (const arm of [...order.slice(round % 3), ...order.slice(0, round % 3)]) {
        const measured = await arms[arm]?.(queue)
        const sum = sums.get(arm)
        if (!measured || !sum) continue
        sum.pages += queue.length
        sum.ms += measured.ms
        for (const { kind, isComplete } of measured.pages) {
          if (isComplete) sum.complete++
          else sum.missed.add(kind)
        }
      }
    }
    const rate = (arm: string) => ((sums.get(arm)?.complete ?? 0) / (sums.get(arm)?.ms ?? 1)) * 1000
    const best = Math.max(rate('crawlee load'), rate('crawlee networkidle'))
    say(`\n${title}: ${kinds.length} kinds, ${repeats} times in each of ${rounds} rounds, ${concurrency} at a time`)
    printTable([
      ['', 'pages', 'complete', 'seconds', 'complete pages/s', 'ratio to the better crawlee'],
      ...[...sums].map(([arm, { pages, complete, ms }]) => [
        ...[arm, pages, complete, (ms / 1000).toFixed(1), rate(arm).toFixed(2), (rate(arm) / best).toFixed(2)],
      ]),
    ])
    for (const [arm, { missed }] of sums) if (missed.size > 0) say(`  ${arm} missed: ${[...missed].join(', ')}`)
  }
  await engine.close()
  origin.stop()
}
