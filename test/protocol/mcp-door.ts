/** MCP on a real listener. */

import { onTestFinished } from 'vitest'
import { type HttpService, startHttp } from '../../src/protocol/http.ts'
import { createMcpHttp, mcpRoute } from '../../src/protocol/mcp-http.ts'
import { createFetchTools } from './mcp-fetch-tools.ts'

export interface Door {
  /** Address of `/mcp`. */
  url: string
  service: HttpService
  stop(): Promise<void>
}

/** The bearer token is the key's id. Stops with the test. */
export async function openDoor({ secret = 'test secret', port = 0, tools = createFetchTools() } = {}): Promise<Door> {
  const mcp = createMcpHttp({ tools, secret, version: '1.2.3' })
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
  onTestFinished(() => (service.isOpen() ? stop() : undefined))
  return { url: `${service.url}/mcp`, service, stop }
}
