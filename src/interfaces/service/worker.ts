/** Puts the HTTP interface of a worker together: health and metrics, for whoever runs it. It serves no operation. */

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
    // A probe asks by the address of a machine. What is told here is no secret, and metrics are checked by themselves.
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
