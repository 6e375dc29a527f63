/** Assembles the HTTP service: REST, MCP and all other routes on one server, and the key that its owner has set. */

import { readFileSync } from 'node:fs'
import type { Access } from '../../access/access.ts'
import { emit } from '../../base/events.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { keySettings } from '../../config/key-settings.ts'
import type { OperationRuntime } from '../../operations/runtime.ts'
import type { ServiceNodes } from '../../pages/nodes/service-nodes.ts'
import { compatRoutes } from '../http/compat/routes.ts'
import { scrapeBatchRoute } from '../http/compat/scrape-batch.ts'
import { restRoutes } from '../http/rest.ts'
import { type HttpService, startHttp } from '../http/server.ts'
import { openMetricsRoutes, type ReadyWarning, serviceRoutes } from '../http/service-routes.ts'
import { playgroundRoutes, referenceRoutes } from '../http/static-files.ts'
import { createMcpFeatures } from '../mcp/features/features.ts'
import { createMcpHttp, createServerLoader, mcpRoute } from '../mcp/http.ts'
import { challengeOf } from '../oauth/resource-metadata.ts'
import { version } from '../version.ts'

interface HttpInterfaceOptions {
  config: Config
  runtime: OperationRuntime
  access: Access
  /** Connections to other nodes, or null if this node is alone. */
  nodes?: ServiceNodes | null
  /** True to run without keys, for development on loopback. */
  noAuth: boolean
}

export async function openHttpInterface(options: HttpInterfaceOptions): Promise<HttpService> {
  const { config, runtime, access, nodes = null, noAuth } = options
  const mcp = createMcpHttp({
    servers: createServerLoader(createMcpFeatures(runtime, { resultSetting: config.GLEANER_MCP_RESULT })),
    secrets: access.secretsFor('mcp-session'),
    nodes,
  })
  const { GLEANER_PUBLIC_URL: publicUrl = null } = config
  const oauth = publicUrl === null || noAuth ? null : await openOAuth(publicUrl, config, access)
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
    publicUrl,
    admit: noAuth ? null : access.admit,
    budget: runtime.budget,
    routes: [
      ...restRoutes(operations, runtime.invoke, config.GLEANER_MAX_BODY_BYTES),
      scrapeBatchRoute(runtime),
      ...(config.GLEANER_COMPAT ? compatRoutes(runtime, config.GLEANER_MAX_BODY_BYTES) : []),
      mcpRoute(mcp, oauth?.challenge),
      ...(oauth?.routes ?? []),
      ...serviceRoutes({
        ...{ operations, readiness, publicUrl },
        ...{ trustProxy: config.GLEANER_TRUST_PROXY, hasCompat: config.GLEANER_COMPAT },
      }),
      ...referenceRoutes(),
      ...metrics.routes,
      ...(config.GLEANER_PLAYGROUND ? playgroundRoutes() : []),
    ],
    async close() {
      await mcp.close()
      await oauth?.close()
      metrics.close()
    },
  })
  return service
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

/** Creates, replaces or revokes the preset key. Returns true if there is one. Throws ConfigError and storage_unavailable. */
export async function applyPresetKey(config: Config, access: Pick<Access, 'preset'>): Promise<boolean> {
  const name = config.GLEANER_PRESET_KEY_FILE === undefined ? 'GLEANER_PRESET_KEY' : 'GLEANER_PRESET_KEY_FILE'
  const value = config.GLEANER_PRESET_KEY ?? readPresetKey(config.GLEANER_PRESET_KEY_FILE)
  const done = await access.preset(value)
  if (done === 'taken') throw new ConfigError(`${name}: is the value of another key`)
  if (done === 'replaced' || done === 'revoked') emit('gleaner:lifecycle', { event: `preset_key_${done}` })
  return value !== undefined
}

function readPresetKey(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return keySettings.GLEANER_PRESET_KEY.parse(readFileSync(file, 'utf8').replace(/\r?\n$/, ''))
  } catch (error) {
    const { issues: [issue] = [], message } = error as Error & { issues?: { message: string }[] }
    throw new ConfigError(`GLEANER_PRESET_KEY_FILE: ${file}: ${issue?.message ?? message}`)
  }
}
