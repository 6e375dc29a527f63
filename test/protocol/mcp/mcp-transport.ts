/** MCP on a real listener. */

import { onTestFinished } from 'vitest'
import { type HttpService, startHttp } from '../../../src/protocol/http/server.ts'
import type { McpFeatures } from '../../../src/protocol/mcp/features/features.ts'
import { createMcpHttp, createServerLoader, type McpServers, mcpRoute } from '../../../src/protocol/mcp/http.ts'
import { createFetchFeatures } from './fetch-tools.ts'

export interface Door {
  /** Address of `/mcp`. */
  url: string
  service: HttpService
  stop(): Promise<void>
}

interface DoorOptions {
  secret?: string
  port?: number
  features?: McpFeatures
  /** In place of what serves the offer. */
  servers?: () => Promise<McpServers>
  /** When it stops: with the test. */
  onEnd?: (stop: () => Promise<void>) => void
}

/** The bearer token is the key's id. Stops with the test. */
export async function openDoor({
  secret = 'test secret',
  port = 0,
  features = createFetchFeatures(),
  servers = createServerLoader(features, '1.2.3'),
  onEnd = onTestFinished,
}: DoorOptions = {}): Promise<Door> {
  const mcp = createMcpHttp({ servers, secret })
  const service = await startHttp({
    host: '127.0.0.1',
    port,
    allowedHosts: [],
    trustProxy: false,
    admit: async ({ authorization }) => ({
      keyId: authorization?.replace('Bearer ', '') ?? null,
      enter: async () => async () => {},
    }),
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
