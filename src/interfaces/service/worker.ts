/** Assembles a worker's HTTP interface, with health and metrics for its operator. It doesn't serve operations. */

import type { Config } from '../../config/config.ts'
import type { WorkerRuntime } from '../../pages/nodes/worker-runtime.ts'
import { openMetricsRoutes } from '../http/metrics-route.ts'
import { type HttpService, startHttp } from '../http/server.ts'
import { healthRoutes } from '../http/service-routes.ts'

export async function openWorkerInterface(
  config: Config,
  runtime: WorkerRuntime,
  version: string,
): Promise<HttpService> {
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
    routes: [...healthRoutes({ version, readiness: async () => (runtime.isReady() ? [] : null) }), ...metrics.routes],
  })
  return {
    ...service,
    async stop(graceMs) {
      await service.stop(graceMs)
      metrics.close()
    },
  }
}
