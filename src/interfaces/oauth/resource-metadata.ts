/** The metadata of the protected resource, the MCP URL, which names its authorization server (RFC 9728). */

import { sendJson } from '../http/response.ts'
import type { HttpRoute } from '../http/server.ts'

export interface OAuth {
  routes: HttpRoute[]
  close(): Promise<void>
}

/** The only scope. */
export const scope = 'gleaner'

const path = '/.well-known/oauth-protected-resource'

/** Returns the header of a 401 that says where to get a token. */
export const challengeOf = (publicUrl: string): string =>
  `Bearer resource_metadata="${publicUrl}${path}/mcp", scope="${scope}"`

export function resourceMetadataRoutes(resource: string, issuer: string): HttpRoute[] {
  const metadata = { resource, authorization_servers: [issuer], scopes_supported: [scope], resource_name: 'Gleaner' }
  const send: HttpRoute['handle'] = ({ response }) =>
    sendJson(response, 200, { ...metadata, bearer_methods_supported: ['header'] })
  return [path, `${path}/mcp`].map((at) => openRoute(at, ['GET', 'HEAD'], send))
}

/** Returns a route that needs no key, and that people may open through a link on another site. */
export function openRoute(at: string, methods: readonly string[], handle: HttpRoute['handle']): HttpRoute {
  return { path: at, methods, needsKey: false, isPage: true, handle }
}
