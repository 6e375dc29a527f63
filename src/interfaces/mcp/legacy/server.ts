/** The MCP server for legacy revisions (up to 2025-11-25), whose clients start with `initialize`. It uses v1 of the SDK. */

import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { ServerResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import {
  capabilities,
  createCalls,
  instructions,
  type McpServerContext,
  type McpServerOptions,
  serverInfo,
} from '../features/features.ts'
import { isLogged, type LogSetting, logLevels, type McpClient, needsStructured } from '../features/mcp-request.ts'
import { McpProtocolError, ResourceNotFoundError } from '../features/protocol-error.ts'
import { createSamplingModel } from './sampling.ts'

export interface LegacyServerContext extends McpServerContext {
  /** True if the client offered sampling in an earlier request of its session. */
  offersSampling?: boolean
  /** True if the client named itself in an earlier request of its session, and needs structured content. */
  needsStructured?: boolean
  logging: LogSetting
}

export type LegacyServerOptions = LegacyServerContext & McpServerOptions

/**
 * Creates a server and connects it to `transport`. The server handles requests until the transport is closed. The methods validate the
 * parameters. The SDK doesn't.
 */
export async function connectLegacyServer(options: LegacyServerOptions, transport: Transport): Promise<Server> {
  const { logging } = options
  const server = new Server(serverInfo, {
    capabilities: { ...capabilities, logging: {} },
    instructions,
    jsonSchemaValidator: noValidator,
  })
  const canSample = () => options.offersSampling || server.getClientCapabilities()?.sampling !== undefined

  for (const [name, call] of createCalls(options)) {
    server.setRequestHandler(requestOf(name), async ({ params }, { _meta, signal, sendNotification, sendRequest }) => {
      const result = await call(params, {
        signal,
        progressToken: _meta?.progressToken,
        needsStructured: options.needsStructured || needsStructured(clientOf(server)),
        notify: sendNotification,
        languageModel: canSample() ? createSamplingModel(sendRequest) : undefined,
        onLog(level, data) {
          if (!isLogged(level, logging)) return
          const message = { method: 'notifications/message', params: { level, logger: 'gleaner', data } } as const
          void sendNotification(message).catch(() => {})
        },
      }).catch((error: unknown) => {
        throw error instanceof ResourceNotFoundError ? error.toLegacy() : error
      })
      return result as ServerResult
    })
  }

  server.setRequestHandler(requestOf('logging/setLevel'), async ({ params }) => {
    const level = logLevels.find((one) => one === (params as { level?: unknown } | undefined)?.level)
    if (level === undefined) throw new McpProtocolError(`Invalid params: level must be one of ${logLevels.join(', ')}`)
    await logging.change(level)
    return {}
  })

  await server.connect(transport)
  return server
}

function clientOf(server: Server): McpClient {
  return {
    clientInfo: server.getClientVersion(),
    capabilities: server.getClientCapabilities() as McpClient['capabilities'],
  }
}

/** Accepts any parameters, because the SDK's own schemas report invalid ones as internal server errors. */
function requestOf<Name extends string>(name: Name) {
  return z.object({ method: z.literal(name), params: z.unknown().optional() })
}

/** Replaces the SDK's validator, which each server would create. Only responses to elicitations need it, and this server sends none. */
const noValidator = {
  getValidator(): never {
    throw new Error('The SDK must not validate schemas here')
  },
}
