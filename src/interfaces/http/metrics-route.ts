/** The route `/metrics`, and its access check. */

import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../base/errors.ts'
import type { Config } from '../../config/config.ts'
import type { ServiceFigures } from '../monitoring/metrics/figure-metrics.ts'
import type { Metrics } from '../monitoring/metrics/metrics.ts'
import { isLoopback } from './host-check.ts'
import { sendText } from './response.ts'
import type { HttpRoute } from './server.ts'

/** Starts counting. If metrics are off, doesn't load anything. */
export async function openMetricsRoutes(
  access: Config['GLEANER_METRICS'],
  figures: () => ServiceFigures,
): Promise<{ routes: HttpRoute[]; close(): void }> {
  if (access === 'off') return { routes: [], close() {} }
  const { createMetrics } = await import('../monitoring/metrics/metrics.ts')
  const metrics = createMetrics(figures)
  return { routes: [metricsRoute(metrics, access)], close: metrics.close }
}

/**
 * Serves the metrics. Throws not_found for clients not allowed to read them. Except for its message, that response looks like the one for a
 * missing route.
 */
export function metricsRoute(metrics: Metrics, access: Exclude<Config['GLEANER_METRICS'], 'off'>): HttpRoute {
  return {
    path: '/metrics',
    methods: ['GET', 'HEAD'],
    needsKey: false,
    async handle({ request, response }) {
      if (access === 'loopback' && !isFromThisMachine(request)) {
        throw new ServiceError('not_found', '/metrics is only for clients on the same machine (GLEANER_METRICS)')
      }
      sendText(response, metrics.contentType, await metrics.expose())
    },
  }
}

/** Headers that proxies add to forwarded requests. */
const forwardingHeaders: readonly RegExp[] = [
  /forward/,
  /^via$/,
  /(?:real|client|user|originating|connecting|cluster).*ip(?:v6)?$/,
  /^x-(?:original-)?host$/,
  /external-address$/,
  /^cf-/,
]

/** True if a client on this machine sent the request itself rather than forwarding it. */
function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '')
  return isLoopback(address) && namesLoopback(headers.host) && !Object.keys(headers).some(isForwarding)
}

function isForwarding(header: string): boolean {
  const name = header.replaceAll('_', '-')
  return forwardingHeaders.some((pattern) => pattern.test(name))
}

/** True if the Host header names this machine. A proxy that adds no headers may still keep the host name of the original request. */
function namesLoopback(authority = ''): boolean {
  return isLoopback(URL.parse(`http://${authority}`)?.hostname.replace(/[[\]]/g, '') ?? '')
}
