/**
 * Measures the cost of handing a page to a worker compared with rendering it in the service, and how much more two workers render than one.
 * For the first measurement, the services, the worker and the origin are separate processes, as in production.
 * `npm run bench -- queue [-- --rounds N] [--pages N] [--only cost|workers]`
 */

import { parseArgs } from 'node:util'
import { openOrigin } from '../test/origin.ts'
import { openWorkers } from '../test/pages/queue/worker-program.ts'
import { median, quantile } from './rig/figures.ts'
import { type Gleaner, startGleaner } from './rig/gleaner.ts'
import { startOrigin } from './rig/origin.ts'
import { say } from './rig/report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    pages: { type: 'string', default: '24' },
    only: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const pages = Number(values.pages)
/** Time that a page in the second measurement waits for its data. Each worker renders one page at a time, so CPU isn't the bottleneck. */
const dataDelayMs = 500
const atOnce = 8

const paragraph = `<p>${'A sentence of a page of some length. '.repeat(10)}</p>`
const pagesOfCost = new Map(
  Object.entries({
    '/small': `<title>small</title><main>${paragraph.repeat(20)}</main>`,
    '/large': `<title>large</title><main>${paragraph.repeat(1300)}</main>`,
  }).map(([path, html]) => [path, Buffer.from(html)]),
)

/** Time that requests spent in the queue (everything except the worker's work), taken from their Server-Timing headers. */
let queuedMs: number[] = []

/** Returns the milliseconds that a client waits for one request. */
async function time(ask: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now()
  const response = await ask()
  queuedMs.push(Number(/\bqueue;[^,]*dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? 0))
  const { rendered } = (await response.json()) as { rendered?: boolean }
  if (!rendered) throw new Error(`a page was answered ${response.status}, not rendered`)
  return performance.now() - startedAt
}

async function measureCost(): Promise<void> {
  const setting = await openWorkers()
  await setting.startWorker()
  const origin = await startOrigin(pagesOfCost)
  const services = { queue: await startGleaner({ own: setting.shared }), alone: await startGleaner() }
  for (const path of pagesOfCost.keys()) {
    const parameters = { render_js: 'true', max_chars: '100' }
    const ask = (service: Gleaner) => () => fetch(service.scrapeUrl(origin.url + path, parameters))
    const times = { queue: [] as number[], alone: [] as number[] }
    const ofQueue: number[] = []
    for (let round = -5; round < rounds; round++) {
      // The two alternate, so that a busy moment on the machine affects both.
      queuedMs = []
      const queued = await time(ask(services.queue))
      if (round >= 0) ofQueue.push(...queuedMs)
      const own = await time(ask(services.alone))
      if (round < 0) continue
      times.queue.push(queued)
      times.alone.push(own)
    }
    const differences = times.queue.map((queued, index) => queued - (times.alone[index] ?? 0))
    const at = (share: number) => (quantile(times.queue, share) - quantile(times.alone, share)).toFixed(1)
    say(path)
    say(`  by a worker ${row(times.queue)}; in process ${row(times.alone)}`)
    say(`  in the queue, by Server-Timing, ${row(ofQueue)}`)
    say(
      `  difference: ${median(differences).toFixed(1)} ms in the median of pairs, ${at(0.5)} of the medians, ${at(0.1)} at 10%`,
    )
  }
  await Promise.all([services.queue.stop(), services.alone.stop(), origin.stop()])
  await setting.close()
}

function row(times: number[]): string {
  return `${quantile(times, 0.1).toFixed(1)} / ${median(times).toFixed(1)} / ${quantile(times, 0.9).toFixed(1)} ms (10%, median, 90%)`
}

async function measureWorkers(count: number): Promise<number> {
  const origin = await openOrigin({
    '/waits': {
      body: `<main id="app"></main><script>fetch('/data').then(r => r.text()).then(t => { app.textContent = t })</script>`,
    },
    '/data': (_, response) => void setTimeout(() => response.end('arrived'), dataDelayMs),
  })
  const setting = await openWorkers({ GLEANER_KEY_CONCURRENCY: '1000', GLEANER_BROWSER_PAGES: '1' })
  for (let started = 0; started < count; started++) await setting.startWorker()
  const ask = () => setting.service.get('/v1/scrape', { url: `${origin.url}/waits`, render_js: 'true' })
  await Promise.all(Array.from({ length: 2 * count }, () => time(ask)))
  const startedAt = performance.now()
  let left = pages * count
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await time(ask)
    }),
  )
  const rate = (pages * count * 1000) / (performance.now() - startedAt)
  await setting.close()
  await origin.close()
  say(
    `${count} worker${count > 1 ? 's' : ''}: ${rate.toFixed(2)} pages per second that wait ${dataDelayMs} ms for their data`,
  )
  return rate
}

const parts: Record<string, () => Promise<void>> = {
  cost: measureCost,
  async workers() {
    const [one, two] = [await measureWorkers(1), await measureWorkers(2)]
    say(`two workers render ${(two / one).toFixed(2)} times as much as one`)
  },
}
for (const [name, measure] of Object.entries(parts)) {
  if (values.only === undefined || values.only === name) await measure()
}
process.exit()
