/** The route `/metrics`, and who may read it. */

import type { IncomingMessage } from 'node:http'
import type { Config } from '../../config.ts'
import { ServiceError } from '../../errors.ts'
import type { Metrics } from '../../monitoring/metrics/metrics.ts'
import { isLoopback } from './host-check.ts'
import { sendText } from './response.ts'
import type { HttpRoute } from './server.ts'

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
      const wantsOpenMetrics = request.headers.accept?.includes('application/openmetrics-text')
      const { contentType, text } = await metrics.expose(wantsOpenMetrics ? 'openmetrics' : 'prometheus')
      sendText(response, contentType, text)
    },
  }
}

/** What proxies add to a request that they pass on. */
const forwardingHeader = /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

/** Whether a client of this machine sent the request itself, not for somebody else. */
function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '')
  return isLoopback(address) && !Object.keys(headers).some((name) => forwardingHeader.test(name))
}
