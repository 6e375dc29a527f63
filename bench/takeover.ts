/** Measures the time that a page waits for another worker if its worker is killed or frozen. `npm run bench -- takeover [-- --rounds N]` */

import type { ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'
import { openOrigin } from '../test/origin.ts'
import { openWorkers } from '../test/pages/queue/worker-program.ts'
import { until } from '../test/waits.ts'
import { quantile } from './rig/figures.ts'
import { say } from './rig/report.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } })
const rounds = Number(values.rounds)

/** The workers that requested the page, and when. Their connections are kept open. */
let visits: { by: string; at: number; response: ServerResponse }[] = []
const origin = await openOrigin({
  '/held': (request, response) =>
    void visits.push({ by: request.headers['user-agent'] ?? '', at: performance.now(), response }),
})
const setting = await openWorkers()
const processes = new Map<string, number>()

async function startWorker(): Promise<void> {
  const name = `worker-${performance.now()}`
  const { child } = await setting.startWorker({ GLEANER_USER_AGENT: name })
  processes.set(name, child.pid ?? 0)
}

/** Returns the milliseconds from the signal until another worker requests the page, and from then until the answer. */
async function takeOver(signal: 'SIGKILL' | 'SIGSTOP'): Promise<number> {
  visits = []
  const parameters = { url: `${origin.url}/held`, render_js: 'true', timeout_ms: '60000' }
  const answer = setting.service.get('/v1/scrape', parameters)
  await until('a worker to start', () => visits.length === 1)
  const first = visits[0]?.by ?? ''
  const pid = processes.get(first) ?? 0
  const lostAt = performance.now()
  process.kill(pid, signal)
  await until('another worker to start', () => visits.length === 2)
  const ms = (visits[1]?.at ?? 0) - lostAt
  if (visits[1]?.by === first) throw new Error('the same worker has started again')
  for (const { response } of visits) response.end('<p>arrived</p>')
  const { rendered } = (await (await answer).json()) as { rendered?: boolean }
  if (!rendered) throw new Error('the page was not rendered')
  if (signal === 'SIGSTOP') process.kill(pid, 'SIGCONT')
  else {
    processes.delete(first)
    await startWorker()
  }
  return ms
}

await startWorker()
await startWorker()
for (const [what, signal] of [
  ['killed', 'SIGKILL'],
  ['frozen', 'SIGSTOP'],
] as const) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push((await takeOver(signal)) / 1000)
  const shown = [0, 0.5, 1].map((share) => quantile(times, share).toFixed(1)).join(' / ')
  say(`another worker starts ${shown} s after the first was ${what} (minimum, median, maximum of ${rounds})`)
}
await setting.close()
await origin.close()
process.exit()
