/** Assembles the HTTP service: REST, MCP and all other routes on one server. */

import type { Access } from '../../access/access.ts'
import type { Config } from '../../config/config.ts'
import type { OperationRuntime } from '../../operations/runtime.ts'
import type { ServiceNodes } from '../../pages/nodes/service-nodes.ts'
import { compatRoutes } from '../http/compat/routes.ts'
import { scrapeBatchRoute } from '../http/compat/scrape-batch.ts'
import { openMetricsRoutes } from '../http/metrics-route.ts'
import { playgroundRoutes } from '../http/playground/routes.ts'
import { referenceRoutes } from '../http/reference/routes.ts'
import { restRoutes } from '../http/rest.ts'
import { type HttpService, startHttp } from '../http/server.ts'
import { type ReadyWarning, serviceRoutes } from '../http/service-routes.ts'
import { createMcpFeatures } from '../mcp/features/features.ts'
import { createMcpHttp, createServerLoader, mcpRoute } from '../mcp/http.ts'
import { challengeOf } from '../oauth/resource-metadata.ts'

interface HttpInterfaceOptions {
  config: Config
  runtime: OperationRuntime
  access: Access
  /** Connections to other nodes, or null if this node is alone. */
  nodes?: ServiceNodes | null
  /** True to run without keys, for development on loopback. */
  noAuth: boolean
  version: string
}

export async function openHttpInterface({
  config,
  runtime,
  access,
  nodes = null,
  noAuth,
  version,
}: HttpInterfaceOptions): Promise<HttpService> {
  const mcp = createMcpHttp({
    servers: createServerLoader(createMcpFeatures(runtime, { resultSetting: config.GLEANER_MCP_RESULT }), version),
    secrets: access.secretsFor('mcp-session'),
    nodes,
  })
  const { GLEANER_PUBLIC_URL: publicUrl } = config
  const oauth = publicUrl === undefined || noAuth ? null : await openOAuth(publicUrl, config, access)
  const operations = Object.values(runtime.operations)
  let check: Promise<void> | undefined
  const readiness = async () => {
    // Concurrent requests share one check, because they need no key and aren't limited.
    check ??= access.check().finally(() => {
      check = undefined
    })
    await check
    if (!service.isOpen()) return null
    return [...(nodes?.isAway() ? [redisAway] : []), ...warnOfFarms(runtime.figures().browser.away)]
  }
  const metrics = await openMetricsRoutes(config.GLEANER_METRICS, () => ({
    version,
    ...runtime.figures(),
    http: { requests: service.requests(), connections: service.connections() },
    outcomesWaiting: access.outcomesWaiting(),
    isRedisAway: nodes?.isAway() ?? null,
  }))
  const service = await startHttp({
    host: config.GLEANER_HOST,
    port: config.GLEANER_PORT,
    maxConnections: config.GLEANER_MAX_CONNECTIONS,
    allowedHosts: config.GLEANER_ALLOWED_HOSTS,
    trustProxy: config.GLEANER_TRUST_PROXY,
    publicUrl: config.GLEANER_PUBLIC_URL ?? null,
    admit: noAuth ? null : access.admit,
    budget: runtime.budget,
    routes: [
      ...restRoutes(operations, runtime.invoke, config.GLEANER_MAX_BODY_BYTES),
      scrapeBatchRoute(runtime),
      ...(config.GLEANER_COMPAT ? compatRoutes(runtime, config.GLEANER_MAX_BODY_BYTES) : []),
      mcpRoute(mcp, oauth?.challenge),
      ...(oauth?.routes ?? []),
      ...serviceRoutes({
        ...{ operations, version, readiness, trustProxy: config.GLEANER_TRUST_PROXY },
        publicUrl: config.GLEANER_PUBLIC_URL ?? null,
        hasCompat: config.GLEANER_COMPAT,
      }),
      ...referenceRoutes(),
      ...metrics.routes,
      ...(config.GLEANER_PLAYGROUND ? playgroundRoutes() : []),
    ],
  })
  return {
    ...service,
    async stop(graceMs) {
      await service.stop(graceMs)
      await mcp.close()
      await oauth?.close()
      metrics.close()
    },
  }
}

/** Loads the authorization server, which takes a while, only where clients can reach it. */
async function openOAuth(publicUrl: string, config: Config, access: Access) {
  const { GLEANER_OAUTH_ISSUER: issuer } = config
  const opened =
    issuer === undefined
      ? (await import('../oauth/oauth.ts')).openAuthorizationServer(publicUrl, config, access)
      : (await import('../oauth/delegation.ts')).openDelegation(publicUrl, issuer, config, access)
  return { ...opened, challenge: challengeOf(publicUrl) }
}

const redisAway: ReadyWarning = {
  code: 'redis_away',
  message:
    'Redis is not responding, so this node works alone. It enforces rate limits separately, and can return only results and pages that it has stored in the meantime.',
}

/** Doesn't name the farms, because /readyz can be read without a key. The log and `gleaner doctor` name them. */
function warnOfFarms(away: number): ReadyWarning[] {
  if (away === 0) return []
  const message = `Browser farms that currently provide no browser: ${away}. If all URLs in GLEANER_BROWSER_WS are unavailable, render_js fails with browser_unavailable.`
  return [{ code: 'farms_away', message }]
}
