/** The HTTP door put together: REST, MCP and the routes beside them on one listener. */

import type { Access } from './access/access.ts'
import type { Config } from './config.ts'
import type { Core } from './operations/context.ts'
import { accountRoutes } from './protocol/http/account.ts'
import { restRoutes } from './protocol/http/rest.ts'
import { type HttpService, startHttp } from './protocol/http/server.ts'
import { serviceRoutes } from './protocol/http/service-routes.ts'
import { createOffer } from './protocol/mcp/features/features.ts'
import { createMcpHttp, mcpRoute, offerServers } from './protocol/mcp/http.ts'

export interface HttpDoorOptions {
  config: Config
  core: Core
  access: Access
  /** No keys, for development on loopback. */
  noAuth: boolean
  version: string
}

export async function openHttpDoor({ config, core, access, noAuth, version }: HttpDoorOptions): Promise<HttpService> {
  const mcp = createMcpHttp({
    servers: offerServers(createOffer(core), version),
    secret: access.secretFor('mcp-session'),
  })
  const isReady = async () => {
    await access.check()
    return service.isOpen()
  }
  const service = await startHttp({
    host: config.GLEANER_HOST,
    port: config.GLEANER_PORT,
    allowedHosts: config.GLEANER_ALLOWED_HOSTS,
    trustProxy: config.GLEANER_TRUST_PROXY,
    admit: noAuth ? null : access.admit,
    routes: [
      ...restRoutes(core.operations, core.invoke),
      mcpRoute(mcp),
      ...accountRoutes(access),
      ...serviceRoutes({ operations: core.operations, version, isReady }),
    ],
  })
  return {
    ...service,
    async stop(graceMs) {
      await service.stop(graceMs)
      await mcp.close()
    },
  }
}
