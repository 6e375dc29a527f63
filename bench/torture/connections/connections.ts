/** The attack `connections`: a thousand connections, a tenth of them hostile, compared with a control run and a run with only honest clients. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { within } from '../../../test/waits.ts'
import type { AttackOptions, AttackResult } from '../attack.ts'
import { type ServiceProcess, startServiceProcess } from '../service/service-process.ts'
import type { ProcessState } from '../service/watch-process.ts'
import { type HonestClients, type HonestReport, percentile, startHonestClients } from './honest-clients.ts'
import { openPages } from './pages.ts'

const honestClients = 900
const hostileClients = 100
const honestKeys = 30
const hostileKeys = 5
/** Mean pause of an honest client. All honest clients together send fifty requests per second. */
const thinkMs = 18_000
/** Maximum amount by which the event loop's 99th percentile may exceed that of the control run. */
const maxLoopMs = 50
/** Maximum 99th percentile of the honest clients, as a multiple of the value without hostile clients. */
const maxSlowdown = 3
/** A percentile below this reflects the machine more than the service. */
const minAloneMs = 20
/** Maximum growth of the resident size from the second minute to the last. Anything more counts as a leak. */
const maxGrowth = { share: 1.15, mb: 60 }
/** The first seconds don't count, because the code isn't compiled yet. */
const warmUpMs = 5000
/** Shorter runs don't check for a leak. */
const minSeconds = 180

/** Statuses in the API's documentation (docs/api.md, Errors) and in MCP over HTTP. */
const documented = new Set([
  ...[200, 202, 400, 401, 402, 403, 404, 405, 406, 409, 413, 415, 422, 429, 431, 502, 503, 504],
])

export async function runConnections({ seed, minutes, progress }: AttackOptions): Promise<AttackResult> {
  const wholeMs = minutes * 60_000
  const sideMs = Math.min(60_000, Math.max(10_000, wholeMs / 5))
  const pages = await openPages('127.0.0.1')
  const settings = { GLEANER_READERS: '2' }
  const attacked = await startServiceProcess({ keys: honestKeys + hostileKeys, settings })
  const other = await startServiceProcess({ keys: honestKeys + hostileKeys, settings })
  const page = `${pages.url}/`
  const honestTo = ({ url, keys }: ServiceProcess) =>
    startHonestClients({ url, keys: keys.slice(0, honestKeys), page, clients: honestClients, seed, thinkMs })
  try {
    progress(`  control: the service is idle, ${sideMs / 1000} s`)
    const hostileElsewhere = startHostile(other, seed)
    const honestElsewhere = honestTo(other)
    await connected(honestElsewhere)
    const control = await watch(attacked, sideMs)
    await Promise.all([hostileElsewhere.end(), honestElsewhere.end()])
    await other.stop()

    progress(`  ${honestClients} honest clients alone, ${sideMs / 1000} s`)
    const honest = honestTo(attacked)
    await connected(honest)
    await pause(warmUpMs)
    honest.report()
    await pause(sideMs)
    const alone = honest.report()

    progress(`  all ${honestClients + hostileClients}, ${minutes} min`)
    const hostile = startHostile(attacked, seed)
    const found = await watch(attacked, wholeMs)
    const [beside, misused] = await Promise.all([honest.end(), hostile.end()])
    const exitCode = await attacked.stop()
    return judge({ control, alone, found, beside, misused, exitCode })
  } finally {
    for (const service of [attacked, other]) {
      await service.stop()
      service.remove()
    }
    await pages.close()
  }
}

/** Waits for all connections, long enough for a machine that is also doing other work. */
function connected({ opened }: HonestClients): Promise<void> {
  return within('the honest clients to connect', opened, 120_000)
}

interface Watched {
  loop: ProcessState
  /** One sample per second. */
  residentMb: number[]
}

async function watch(service: ServiceProcess, forMs: number): Promise<Watched> {
  const until = performance.now() + forMs
  const residentMb: number[] = []
  service.reset()
  let loop = await service.state()
  while (performance.now() < until && !service.hasEnded()) {
    await pause(Math.min(1000, Math.max(1, until - performance.now())))
    loop = await service.state()
    residentMb.push(loop.residentMb)
  }
  return { loop, residentMb }
}

interface HostileCounts {
  statuses: [number, number][]
  connections: [string, number][]
}

function startHostile({ url, keys }: ServiceProcess, seed: number): { end(): Promise<HostileCounts> } {
  const task = { url, keys: keys.slice(honestKeys), clients: hostileClients, seed }
  const program = fileURLToPath(new URL('./hostile-process.ts', import.meta.url))
  const child = fork(program, [JSON.stringify(task)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return {
    async end() {
      const report = once(child, 'message')
      child.send('end')
      const [counts] = await within('the hostile clients to stop', report)
      return counts as HostileCounts
    },
  }
}

interface Findings {
  control: Watched
  alone: HonestReport
  found: Watched
  beside: HonestReport
  misused: HostileCounts
  exitCode: number | null
}

function judge({ control, alone, found, beside, misused, exitCode }: Findings): AttackResult {
  const broken: string[] = []
  const statuses = [...beside.statuses, ...alone.statuses, ...misused.statuses]
  for (const [status, times] of statuses) {
    if (!documented.has(status)) broken.push(`status ${status}, which is not documented, ${times} times`)
  }
  const [aloneMs, besideMs] = [alone, beside].map(({ latencies }) => percentile(latencies, 0.99)) as [number, number]
  if (besideMs > maxSlowdown * Math.max(aloneMs, minAloneMs)) {
    broken.push(`honest p99 ${round(besideMs)} ms, compared with ${round(aloneMs)} ms alone`)
  }
  const loopMs = found.loop.loopP99Ms - control.loop.loopP99Ms
  if (loopMs > maxLoopMs) broken.push(`event loop p99 ${round(loopMs)} ms above the control run`)
  const [second, last] = [mean(found.residentMb.slice(60, 120)), mean(found.residentMb.slice(-60))]
  if (found.residentMb.length >= minSeconds && last > second * maxGrowth.share + maxGrowth.mb) {
    broken.push(`resident size ${round(second)} MB in the second minute, ${round(last)} MB in the last`)
  }
  if (beside.failed > beside.latencies.length / 100) {
    broken.push(`${beside.failed} of ${beside.latencies.length} honest requests failed: ${list(beside.outcomes)}`)
  }
  if (exitCode !== 0) broken.push(`the service exited with ${exitCode}`)
  const tried = beside.latencies.length + misused.connections.reduce((sum, [, times]) => sum + times, 0)
  const note = [
    `${round(found.loop.cpuMs / 1000 / found.residentMb.length)} processors busy`,
    `loop p99 ${round(found.loop.loopP99Ms)} ms (control ${round(control.loop.loopP99Ms)})`,
    `honest p50 ${round(percentile(beside.latencies, 0.5))}, p99 ${round(besideMs)} ms (alone ${round(percentile(alone.latencies, 0.5))}, ${round(aloneMs)})`,
    `resident ${round(second)} MB in the second minute, ${round(last)} MB in the last, ${round(Math.max(...found.residentMb))} MB at most`,
    `honest: ${list(beside.outcomes)}`,
    `hostile answers: ${list(new Map(misused.statuses))}`,
  ].join('; ')
  return { tried, broken, note }
}

const round = (value: number) => Math.round(value * 10) / 10
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
const list = (counts: ReadonlyMap<string | number, number>) =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ')
