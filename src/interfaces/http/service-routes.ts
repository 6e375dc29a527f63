/** Routes that aren't operations: health, readiness, metrics and the API description. */

import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../base/errors.ts'
import { lazy } from '../../base/once.ts'
import type { Config } from '../../config/config.ts'
import { jsonBytes } from '../../content/written.ts'
import type { RegisteredOperation } from '../../operations/registry.ts'
import type { Metrics, ServiceFigures } from '../monitoring/metrics/metrics.ts'
import { version } from '../version.ts'
import { isLoopback, requestedHost } from './host-check.ts'
import { createOpenApi } from './openapi/openapi-document.ts'
import { sendBytes, sendJson } from './response.ts'
import type { HttpRoute } from './server.ts'

/** Throws, or resolves with null, while the service can't accept requests. Otherwise, resolves with warnings for the operator. */
type Readiness = () => Promise<ReadyWarning[] | null>

interface ServiceRoutesOptions {
  readiness: Readiness
  /** True if the routes of other services are offered. */
  hasCompat: boolean
  operations: readonly RegisteredOperation[]
  /** True if a reverse proxy's `X-Forwarded-Host` and `X-Forwarded-Proto` are trusted. */
  trustProxy: boolean
  /** URL of the service for its clients, or null to use the URL of each request. */
  publicUrl: string | null
}

/** A problem that doesn't prevent the service from accepting requests. */
export interface ReadyWarning {
  code: 'redis_away' | 'farms_away'
  message: string
}

export function serviceRoutes(options: ServiceRoutesOptions): HttpRoute[] {
  const { operations, readiness, trustProxy, publicUrl, hasCompat } = options
  const document = lazy(() => createOpenApi(operations, hasCompat))
  return [
    openRoute('/openapi.json', async ({ request, response, share }) => {
      const parts = jsonBytes({ ...document(), servers: [{ url: publicUrl ?? serverUrl(request, trustProxy) }] })
      await sendBytes(response, { status: 200, type: 'application/json', parts }, share)
    }),
    ...healthRoutes(readiness),
  ]
}

/** Returns the URL under which the client reached the service, because many generators of clients need an absolute one. */
function serverUrl(request: IncomingMessage, trustProxy: boolean): string {
  const isSecure = trustProxy && /^https\s*(?:,|$)/i.test(String(request.headers['x-forwarded-proto']))
  return `${isSecure ? 'https' : 'http'}://${requestedHost(request, trustProxy)}`
}

export function healthRoutes(readiness: Readiness): HttpRoute[] {
  return [
    openRoute('/healthz', async ({ response }) => sendJson(response, 200, { status: 'ok', version })),
    openRoute('/readyz', async ({ response }) => {
      const warnings = await readiness()
      if (!warnings) throw new ServiceError('overloaded', 'The service is stopping', { retryAfterS: 5 })
      await sendJson(response, 200, { status: 'ready', warnings })
    }),
  ]
}

function openRoute(path: string, handle: HttpRoute['handle']): HttpRoute {
  return { path, methods: ['GET', 'HEAD'], needsKey: false, handle }
}

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
  return openRoute('/metrics', async ({ request, response }) => {
    if (access === 'loopback' && !isFromThisMachine(request)) {
      throw new ServiceError('not_found', '/metrics is only for clients on the same machine (GLEANER_METRICS)')
    }
    const body = Buffer.from(await metrics.expose())
    response.writeHead(200, { 'content-type': metrics.contentType, 'content-length': body.byteLength })
    response.end(body)
  })
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
  const names = Object.keys(headers).map((name) => name.replaceAll('_', '-'))
  const isForwarded = names.some((name) => forwardingHeaders.some((pattern) => pattern.test(name)))
  return isLoopback(address) && namesLoopback(headers.host) && !isForwarded
}

/** True if the Host header names this machine. A proxy that adds no headers may still keep the host name of the original request. */
function namesLoopback(authority = ''): boolean {
  return isLoopback(URL.parse(`http://${authority}`)?.hostname.replace(/[[\]]/g, '') ?? '')
}
