/** `gleaner worker`: renders pages for services on the same Redis, until it is stopped. */

import { once } from 'node:events'
import { succeedsWithin } from '../../base/deadline.ts'
import { emit } from '../../base/events.ts'
import type { Config } from '../../config/config.ts'
import type { WorkerRuntime } from '../../pages/nodes/service-nodes.ts'
import { type HttpService, startHttp } from '../http/server.ts'
import { healthRoutes, openMetricsRoutes } from '../http/service-routes.ts'
import { logDestination, startLog } from '../monitoring/log/log.ts'
import { version } from '../version.ts'
import { type CommandContext, readConfigWith, readFlags } from './command.ts'
import type { CommandFlags, Manual } from './help/manual.ts'

/** Time limit for closing the browser and the rest after the jobs have finished. */
const closeLimitMs = 4500

const flags = {
  concurrency: { value: 'N', about: 'Number of pages to render at once. Default: GLEANER_BROWSER_PAGES, or 4.' },
  port: { value: 'N', about: 'Port for probes and metrics. Default: GLEANER_WORKER_PORT, or 8788.' },
  host: { value: 'ADDRESS', about: 'Address to listen on. Default: GLEANER_HOST, or 127.0.0.1.' },
} as const satisfies CommandFlags

export const workerManual: Manual = {
  about:
    "Renders pages for gleaner serve, together with any number of other workers. It needs the service's GLEANER_REDIS_URL and GLEANER_SECRET, but no database. On SIGTERM or Ctrl-C it finishes its pages and stops.",
  groups: [{ title: 'Flags', flags }],
  notes:
    "The worker's own settings determine how pages are loaded, so give it the service's settings. See docs/workers.md.",
  examples: [{ call: 'worker --concurrency 8', does: 'Renders eight pages at once.' }],
}

export async function runWorker({ argv, signal, compose, out }: CommandContext): Promise<number> {
  const { concurrency, port, host } = readFlags('worker', flags, argv)
  const config = readConfigWith('worker', {
    GLEANER_BROWSER_PAGES: ['concurrency', concurrency],
    GLEANER_WORKER_PORT: ['port', port],
    GLEANER_HOST: ['host', host],
  })
  const endLog = startLog(config.GLEANER_LOG_LEVEL, logDestination(config.GLEANER_LOG_FORMAT))
  const runtime = await compose.worker(config)
  const http = await openWorkerInterface(config, runtime)
  out(`Gleaner ${version} is ready for jobs from Redis (health: ${http.url}/readyz)\n`)

  if (!signal.aborted) await once(signal, 'abort')
  emit('gleaner:lifecycle', { event: 'stopping' })
  const graceMs = config.GLEANER_STOP_GRACE_S * 1000
  const isClosed = await succeedsWithin(graceMs + closeLimitMs, runtime.close(graceMs))
  await http.stop(0)
  emit('gleaner:lifecycle', { event: isClosed ? 'stopped' : 'stopped_by_force' })
  endLog()
  return 0
}

/** Opens health and metrics for the worker's operator. It doesn't serve operations. */
async function openWorkerInterface(config: Config, runtime: WorkerRuntime): Promise<HttpService> {
  const metrics = await openMetricsRoutes(config.GLEANER_METRICS, () => ({
    version,
    ...runtime.figures(),
    http: { requests: service.requests(), connections: service.connections() },
    outcomesWaiting: 0,
    isRedisAway: runtime.isRedisAway(),
  }))
  const service = await startHttp({
    host: config.GLEANER_HOST,
    port: config.GLEANER_WORKER_PORT,
    // Probes use the machine's address as the host. This interface has no secrets, and metrics have their own check.
    allowedHosts: ['*'],
    trustProxy: false,
    admit: null,
    budget: runtime.budget,
    routes: [...healthRoutes(async () => (runtime.isReady() ? [] : null)), ...metrics.routes],
    close: async () => metrics.close(),
  })
  return service
}
