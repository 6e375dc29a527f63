/** The MCP server for legacy revisions (up to 2025-11-25), whose clients start with `initialize`. It uses v1 of the SDK. */

import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { ServerResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { underAny } from '../../../base/deadline.ts'
import type { Share } from '../../../base/share.ts'
import type { Caller } from '../../../operations/request.ts'
import type { McpFeatures } from '../features/features.ts'
import { capabilities, instructions, serverInfo } from '../features/identity.ts'
import { isLogged, type LogSetting, logLevels } from '../features/logging.ts'
import { createMethods, methodNames } from '../features/methods.ts'
import { McpProtocolError, ResourceNotFoundError } from '../features/protocol-error.ts'
import { type McpClient, needsStructured, type ResultForm } from '../features/result-form.ts'
import { createSamplingModel, offersSampling } from './sampling.ts'

export interface LegacyServerContext {
  caller: Caller
  share: Share
  createRequestId(): string
  /** Aborts when the service stops. The SDK has its own signal for cancelled calls and lost connections. */
  signal: AbortSignal
  /** True if the client offered sampling in an earlier request of its session. */
  offersSampling?: boolean
  /** True if the client named itself in an earlier request of its session, and needs structured content. */
  needsStructured?: boolean
  /** The form of results that the request's URL names; null if it names none. */
  requestedForm: ResultForm | null
  logging: LogSetting
}

export interface LegacyServerOptions extends LegacyServerContext {
  features: McpFeatures
  version: string
}

/**
 * Creates a server and connects it to `transport`. The server handles requests until the transport is closed. The methods validate the
 * parameters. The SDK doesn't.
 */
export async function connectLegacyServer(options: LegacyServerOptions, transport: Transport): Promise<Server> {
  const { features, version, caller, share, createRequestId, signal, logging } = options
  const server = new Server(serverInfo(version), {
    capabilities: { ...capabilities, logging: {} },
    instructions,
    jsonSchemaValidator: noValidator,
  })
  const methods = createMethods(features)
  const resultForm = () =>
    features.resultForm({
      requested: options.requestedForm,
      needsStructured: options.needsStructured || needsStructured(clientOf(server)),
    })
  const canSample = () => options.offersSampling || offersSampling(server.getClientCapabilities())

  for (const name of methodNames) {
    server.setRequestHandler(requestOf(name), async ({ params }, extra) => {
      const progressToken = extra._meta?.progressToken
      // A notification fails if the client has disconnected. The signal then aborts the call.
      const notify = (notification: Parameters<typeof extra.sendNotification>[0]) =>
        void extra.sendNotification(notification).catch(() => {})
      const result = await underAny([extra.signal, signal], (either) =>
        methods[name](params, {
          ...{ caller, share, requestId: createRequestId(), signal: either, resultForm: resultForm() },
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
        }),
      ).catch((error: unknown) => {
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

/**
 * Replaces the SDK's validator, which would be created for each server. Only responses to elicitations need it, and this server doesn't
 * send any.
 */
const noValidator = {
  getValidator(): never {
    throw new Error('The SDK must not validate schemas here')
  },
}
