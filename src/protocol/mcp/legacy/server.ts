/** The offer for clients that start with `initialize` (2025-11-25 and older), on the SDK's v1. */

import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { ServerResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Caller } from '../../../operations/request.ts'
import type { McpFeatures } from '../features/features.ts'
import { capabilities, instructions, serverInfo } from '../features/identity.ts'
import { isLogged, type LogSetting, logLevels } from '../features/logging.ts'
import { createMethods, methodNames } from '../features/methods.ts'
import { McpProtocolError, ResourceNotFoundError } from '../features/protocol-error.ts'
import { createSamplingModel, offersSampling } from './sampling.ts'

/** Who calls, what ends the call, and what their session has set. */
export interface LegacyServerContext {
  caller: Caller
  /** A request id for each call. */
  createRequestId(): string
  /** Aborts when the service must end; the SDK's own signal tells of cancel and disconnect. */
  signal: AbortSignal
  /** Whether the client answers for a language model, where that was said on another connection. */
  offersSampling?: boolean
  logging: LogSetting
}

export interface LegacyServerOptions extends LegacyServerContext {
  features: McpFeatures
  version: string
}

/** A server connected to `transport`; lives as long as it does. Schemas go out as they are, parameters are judged by the methods. */
export async function connectLegacyServer(options: LegacyServerOptions, transport: Transport): Promise<Server> {
  const { features, version, caller, createRequestId, signal, logging } = options
  const server = new Server(serverInfo(version), {
    capabilities: { ...capabilities, logging: {} },
    instructions,
    jsonSchemaValidator: noValidator,
  })
  const methods = createMethods(features)
  const canSample = () => options.offersSampling || offersSampling(server.getClientCapabilities())

  for (const name of methodNames) {
    server.setRequestHandler(requestOf(name), async ({ params }, extra) => {
      const progressToken = extra._meta?.progressToken
      // A client that has left can't be told; its leaving ends the call by the signal.
      const notify = (notification: Parameters<typeof extra.sendNotification>[0]) =>
        void extra.sendNotification(notification).catch(() => {})
      const result = await methods[name](params, {
        caller,
        requestId: createRequestId(),
        // Made when it is needed: one that hangs on the service's own signal is dear.
        get signal() {
          return AbortSignal.any([extra.signal, signal])
        },
        languageModel: canSample() ? createSamplingModel(extra.sendRequest) : undefined,
        onProgress:
          progressToken === undefined
            ? undefined
            : (update) => notify({ method: 'notifications/progress', params: { progressToken, ...update } }),
        onLog(level, data) {
          if (isLogged(level, logging)) {
            notify({ method: 'notifications/message', params: { level, logger: 'gleaner', data } })
          }
        },
      }).catch((error: unknown) => {
        throw error instanceof ResourceNotFoundError ? error.toLegacy() : error
      })
      return result as ServerResult
    })
  }

  server.setRequestHandler(requestOf('logging/setLevel'), ({ params }) => {
    const level = logLevels.find((one) => one === (params as { level?: unknown } | undefined)?.level)
    if (level === undefined) throw new McpProtocolError(`Invalid params: level must be one of ${logLevels.join(', ')}`)
    logging.level = level
    return {}
  })

  await server.connect(transport)
  return server
}

/** The SDK's own schemas answer what they can't parse as an internal error of the server. */
function requestOf<Name extends string>(name: Name) {
  return z.object({ method: z.literal(name), params: z.unknown().optional() })
}

/** The SDK would build a validator for each server; only answers to elicitations need one, and we elicit nothing. */
const noValidator = {
  getValidator(): never {
    throw new Error('No schema is validated by the SDK here')
  },
}
