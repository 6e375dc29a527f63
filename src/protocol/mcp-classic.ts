/** The tools for clients that start with `initialize` (2025-11-25 and older), on the SDK's v1. */

import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Caller } from '../operations/context.ts'
import { instructions, serverInfo } from './mcp-identity.ts'
import type { Tools } from './mcp-tools.ts'

export interface ClassicOptions {
  tools: Tools
  version: string
  caller: Caller
  /** A request id for each call. */
  createRequestId(): string
  /** Aborts when the service must end; the SDK's own signal tells of cancel and disconnect. */
  signal: AbortSignal
}

/** A server connected to `transport`; lives as long as it does. Schemas go out as they are, inputs are judged by the tools. */
export async function connectClassic(options: ClassicOptions, transport: Transport): Promise<Server> {
  const { tools, version, caller, createRequestId, signal } = options
  const server = new Server(serverInfo(version), {
    capabilities: { tools: {} },
    instructions,
    jsonSchemaValidator: noValidator,
  })

  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => ({ tools: [...tools.list(params?.cursor)] }))

  server.setRequestHandler(callRequest, async ({ params }, extra) => {
    const progressToken = params._meta?.progressToken
    const result = await tools.call(params.name, params.arguments, {
      caller,
      requestId: createRequestId(),
      signal: AbortSignal.any([extra.signal, signal]),
      onProgress:
        progressToken === undefined
          ? undefined
          : (update) => {
              const notification = { method: 'notifications/progress', params: { progressToken, ...update } } as const
              // A client that has left can't be told; its leaving ends the call by the signal.
              extra.sendNotification(notification).catch(() => {})
            },
    })
    return result as unknown as CallToolResult
  })

  await server.connect(transport)
  return server
}

/** Arguments that are no object are the tools' to refuse: the SDK would answer with its own internal error. */
const callRequest = CallToolRequestSchema.extend({
  params: CallToolRequestSchema.shape.params.extend({ arguments: z.unknown().optional() }),
})

/** The SDK would build a validator for each server; only answers to elicitations need one, and we elicit nothing. */
const noValidator = {
  getValidator(): never {
    throw new Error('No schema is validated by the SDK here')
  },
}
