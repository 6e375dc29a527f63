/**
 * Measures what handing a page to a worker costs beside rendering it in the process of the service, and how much two workers render
 * beside one. `npm run bench:queue [-- --rounds N] [--pages N]`
 */

import { parseArgs } from 'node:util'
import { openOrigin } from '../test/origin.ts'
import { openWorkers } from '../test/queue/worker-program.ts'
import { openTestService, type TestService } from '../test/service.ts'
import { median, quantile } from './rig/figures.ts'
import { say } from './rig/report.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '60' }, pages: { type: 'string', default: '64' } },
})
const rounds = Number(values.rounds)
const pages = Number(values.pages)
/** What a page of the second measurement waits for its data. */
const dataDelayMs = 500
const atOnce = 32

const paragraph = `<p>${'A sentence of a page of some length. '.repeat(10)}</p>`
const origin = await openOrigin({
  '/small': { body: `<title>small</title><main>${paragraph.repeat(20)}</main>` },
  '/large': { body: `<title>large</title><main>${paragraph.repeat(1300)}</main>` },
  '/waits': {
    body: `<main id="app"></main><script>fetch('/data').then(r => r.text()).then(t => { app.textContent = t })</script>`,
  },
  '/data': (_, response) => void setTimeout(() => response.end('arrived'), dataDelayMs),
})

/** Milliseconds of one request, as its client sees them. */
async function time(service: TestService, path: string): Promise<number> {
  const startedAt = performance.now()
  const response = await service.get('/v1/scrape', { url: origin.url + path, render_js: 'true', max_chars: '100' })
  const { rendered } = (await response.json()) as { rendered?: boolean }
  if (rendered !== true) throw new Error(`${path} was not rendered: ${response.status}`)
  return performance.now() - startedAt
}

async function measureCost(): Promise<void> {
  const setting = await openWorkers()
  const alone = await openTestService()
  await setting.startWorker()
  for (const path of ['/small', '/large']) {
    const times = { queue: [] as number[], alone: [] as number[] }
    for (let round = -5; round < rounds; round++) {
      // In turn, so that a busy moment of the machine meets both.
      const queued = await time(setting.service, path)
      const own = await time(alone, path)
      if (round < 0) continue
      times.queue.push(queued)
      times.alone.push(own)
    }
    const differences = times.queue.map((queued, index) => queued - (times.alone[index] ?? 0))
    const row = (of: number[]) => `median ${median(of).toFixed(1)} ms, 90 % ${quantile(of, 0.9).toFixed(1)} ms`
    say(
      `${path}: by a worker ${row(times.queue)}; in process ${row(times.alone)}; difference, median of pairs ${median(differences).toFixed(1)} ms`,
    )
  }
  await alone.close()
  await setting.close()
}

async function measureWorkers(count: number): Promise<number> {
  const setting = await openWorkers({ GLEANER_KEY_CONCURRENCY: '1000', GLEANER_PER_HOST_CONCURRENCY: '1000' })
  for (let started = 0; started < count; started++) await setting.startWorker()
  await Promise.all(Array.from({ length: 4 * count }, () => time(setting.service, '/waits')))
  const startedAt = performance.now()
  let left = pages * count
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await time(setting.service, '/waits')
    }),
  )
  const rate = (pages * count * 1000) / (performance.now() - startedAt)
  await setting.close()
  say(
    `${count} worker${count > 1 ? 's' : ''}: ${rate.toFixed(2)} pages a second that wait ${dataDelayMs} ms for their data`,
  )
  return rate
}

await measureCost()
const [one, two] = [await measureWorkers(1), await measureWorkers(2)]
say(`two workers render ${(two / one).toFixed(2)} times as much as one`)
await origin.close()
process.exit()
