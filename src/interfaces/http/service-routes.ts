/** Routes that aren't operations: health, readiness and the API description. */

import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../base/errors.ts'
import { jsonBytes } from '../../content/written.ts'
import type { RegisteredOperation } from '../../operations/registry.ts'
import { requestedHost } from './host-check.ts'
import { createOpenApi } from './openapi/openapi-document.ts'
import { sendBytes, sendJson } from './response.ts'
import type { HttpRoute } from './server.ts'

interface ServiceRoutesOptions extends HealthRoutesOptions {
  /** True if the routes of other services are offered. */
  hasCompat: boolean
  operations: readonly RegisteredOperation[]
  /** True if a reverse proxy's `X-Forwarded-Host` and `X-Forwarded-Proto` are trusted. */
  trustProxy: boolean
  /** URL of the service for its clients, or null to use the URL of each request. */
  publicUrl: string | null
}

interface HealthRoutesOptions {
  version: string
  /** Throws, or resolves with null, while the service can't accept requests. Otherwise, resolves with warnings for the operator. */
  readiness(): Promise<ReadyWarning[] | null>
}

/** A problem that doesn't prevent the service from accepting requests. */
export interface ReadyWarning {
  code: 'redis_away' | 'farms_away'
  message: string
}

export function serviceRoutes(options: ServiceRoutesOptions): HttpRoute[] {
  const { operations, version, readiness, trustProxy, publicUrl, hasCompat } = options
  let document: Record<string, unknown> | undefined
  return [
    openRoute('/openapi.json', async ({ request, response, share }) => {
      document ??= createOpenApi(operations, version, hasCompat)
      const parts = jsonBytes({ ...document, servers: [{ url: publicUrl ?? serverUrl(request, trustProxy) }] })
      await sendBytes(response, { status: 200, type: 'application/json', parts }, share)
    }),
    ...healthRoutes({ version, readiness }),
  ]
}

/** Returns the URL under which the client reached the service, because many generators of clients need an absolute one. */
function serverUrl(request: IncomingMessage, trustProxy: boolean): string {
  const isSecure = trustProxy && /^https\s*(?:,|$)/i.test(String(request.headers['x-forwarded-proto']))
  return `${isSecure ? 'https' : 'http'}://${requestedHost(request, trustProxy)}`
}

export function healthRoutes({ version, readiness }: HealthRoutesOptions): HttpRoute[] {
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
