/** MCP over HTTP on a real listener. */

import { onTestFinished } from 'vitest'
import { createByteBudget } from '../../../src/base/share.ts'
import { type HttpService, startHttp } from '../../../src/interfaces/http/server.ts'
import type { McpFeatures } from '../../../src/interfaces/mcp/features/features.ts'
import { createMcpHttp, createServerLoader, type McpServers, mcpRoute } from '../../../src/interfaces/mcp/http.ts'
import type { ServiceNodes } from '../../../src/pages/nodes/service-nodes.ts'
import { createFetchFeatures } from './fetch-features.ts'

export interface Listener {
  /** URL of `/mcp`. */
  url: string
  service: HttpService
  stop(): Promise<void>
}

interface ListenerOptions {
  secret?: string
  port?: number
  features?: McpFeatures
  /** Replaces the servers of `features`. */
  servers?: () => Promise<McpServers>
  /** State shared with other listeners. */
  nodes?: Pick<ServiceNodes, 'facts' | 'bus'> | null
  /** Registers the function that stops the listener. By default, it runs at the end of the test. */
  onEnd?: (stop: () => Promise<void>) => void
}

/** Opens a listener that accepts key ids as bearer tokens. */
export async function openListener({
  secret = 'test secret',
  port = 0,
  features = createFetchFeatures(),
  servers = createServerLoader(features),
  nodes = null,
  onEnd = onTestFinished,
}: ListenerOptions = {}): Promise<Listener> {
  const mcp = createMcpHttp({ servers, secrets: [secret], nodes })
  const service = await startHttp({
    host: '127.0.0.1',
    port,
    allowedHosts: [],
    trustProxy: false,
    admit: async ({ authorization }) => ({
      keyId: authorization?.replace('Bearer ', '') ?? null,
      enter: async () => async () => {},
    }),
    budget: createByteBudget(256 * 1024 * 1024),
    routes: [mcpRoute(mcp)],
  })
  const stop = async () => {
    await mcp.close()
    await service.stop(0)
  }
  onEnd(async () => {
    if (service.isOpen()) await stop()
  })
  return { url: `${service.url}/mcp`, service, stop }
}
