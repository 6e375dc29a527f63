/** The route `/metrics`, and who may read it. */

import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../base/errors.ts'
import type { Config } from '../../config/config.ts'
import type { ServiceFigures } from '../monitoring/metrics/figure-metrics.ts'
import type { Metrics } from '../monitoring/metrics/metrics.ts'
import { isLoopback } from './host-check.ts'
import { sendText } from './response.ts'
import type { HttpRoute } from './server.ts'

/** Counts from now on, unless the metrics are off: nothing of them is loaded then. */
export async function openMetricsRoutes(
  access: Config['GLEANER_METRICS'],
  figures: () => ServiceFigures,
): Promise<{ routes: HttpRoute[]; close(): void }> {
  if (access === 'off') return { routes: [], close() {} }
  const { createMetrics } = await import('../monitoring/metrics/metrics.ts')
  const metrics = createMetrics(figures)
  return { routes: [metricsRoute(metrics, access)], close: metrics.close }
}

/** Throws not_found for a client that may not read the metrics: it can't tell the route from one that is not there but by the message. */
export function metricsRoute(metrics: Metrics, access: Exclude<Config['GLEANER_METRICS'], 'off'>): HttpRoute {
  return {
    path: '/metrics',
    methods: ['GET', 'HEAD'],
    needsKey: false,
    async handle({ request, response }) {
      if (access === 'loopback' && !isFromThisMachine(request)) {
        throw new ServiceError('not_found', '/metrics is for clients on the same machine (GLEANER_METRICS)')
      }
      const format = acceptsOpenMetrics(request.headers.accept) ? 'openmetrics' : 'prometheus'
      const { contentType, text } = await metrics.expose(format)
      sendText(response, contentType, text)
    },
  }
}

/** What proxies add to a request that they pass on, in words with hyphens. */
const forwardingHeaders: readonly RegExp[] = [
  /forward/,
  /^via$/,
  /(?:real|client|user|originating|connecting|cluster).*ip(?:v6)?$/,
  /^x-(?:original-)?host$/,
  /external-address$/,
  /^cf-/,
]

/** Whether a client of this machine sent the request itself, not for somebody else. */
function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '')
  return isLoopback(address) && namesLoopback(headers.host) && !Object.keys(headers).some(isForwarding)
}

function isForwarding(header: string): boolean {
  const name = header.replaceAll('_', '-')
  return forwardingHeaders.some((pattern) => pattern.test(name))
}

/** Whether the Host header names this machine: a proxy may add nothing to what it passes on but keep the name that it was asked by. */
function namesLoopback(authority = ''): boolean {
  return isLoopback(URL.parse(`http://${authority}`)?.hostname.replace(/[[\]]/g, '') ?? '')
}

const openMetrics = 'application/openmetrics-text'

/** Whether the Accept header names OpenMetrics, other than with the weight 0. */
function acceptsOpenMetrics(accept = ''): boolean {
  return accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(
      ([type, ...parameters]) => type === openMetrics && !parameters.some((one) => /^q\s*=\s*0(?:\.0*)?$/.test(one)),
    )
}
