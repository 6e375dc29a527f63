/** The MCP server for revision 2026-07-28, which has no sessions. It uses v2 of the SDK. */

import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { underAny } from '../../../base/deadline.ts'
import type { Share } from '../../../base/share.ts'
import type { Caller } from '../../../operations/request.ts'
import type { McpFeatures } from '../features/features.ts'
import { capabilities, instructions, serverInfo } from '../features/identity.ts'
import { createMethods, methodNames } from '../features/methods.ts'
import { type McpClient, needsStructured, type ResultForm } from '../features/result-form.ts'

/** Context of a modern server. `signal` aborts when the service stops. Cancelled calls and lost connections have a separate signal. */
export interface ModernServerContext {
  caller: Caller
  share: Share
  createRequestId(): string
  signal: AbortSignal
  /** The form of results that the request's URL names; null if it names none. */
  requestedForm: ResultForm | null
}

export interface ModernServerOptions extends ModernServerContext {
  features: McpFeatures
  version: string
}

/** Cache hints for results that change only with a new version of the program and are the same for every key. */
const stable = { ttlMs: 3_600_000, cacheScope: 'public' } as const
/** Cache hints for a list that depends on the client: an output schema is only for some. */
const ofClient = { ttlMs: 3_600_000, cacheScope: 'private' } as const
/** Cache hints for results that every scrape may change and that belong to one key. */
const volatile = { ttlMs: 0, cacheScope: 'private' } as const

const cacheHints = {
  'tools/list': ofClient,
  'prompts/list': stable,
  'resources/templates/list': stable,
  'server/discover': stable,
  'resources/list': volatile,
  'resources/read': volatile,
}

/** Accepts any parameters, because the SDK's own schemas report invalid ones as an internal error. The methods describe the problem. */
const anyParams = z.looseObject({})

export function createModernServer({
  features,
  version,
  caller,
  share,
  createRequestId,
  signal,
  requestedForm,
}: ModernServerOptions): Server {
  const server = new Server(serverInfo(version), { capabilities, instructions, cacheHints })
  const methods = createMethods(features)
  for (const name of methodNames) {
    const handle = (params: unknown, { mcpReq }: ServerContext) => {
      const progressToken = mcpReq._meta?.progressToken
      return underAny([mcpReq.signal, signal], (either) =>
        methods[name](params, {
          ...{ caller, share, requestId: createRequestId(), signal: either },
          resultForm: features.resultForm({
            requested: requestedForm,
            needsStructured: needsStructured(clientIn(mcpReq.envelope)),
          }),
          onProgress:
            progressToken === undefined
              ? undefined
              : (update) => {
                  const notification = {
                    method: 'notifications/progress',
                    params: { progressToken, ...update },
                  } as const
                  // A notification fails if the client has disconnected. The signal then aborts the call.
                  mcpReq.notify(notification).catch(() => {})
                },
        }),
      )
    }
    server.setRequestHandler(name, { params: anyParams }, handle)
  }
  return server
}

/** Returns what the client says about itself in each request. The SDK's type has no keys. */
function clientIn(envelope: object = {}): McpClient {
  const said = envelope as Record<string, unknown>
  return { clientInfo: said[CLIENT_INFO_META_KEY], capabilities: said[CLIENT_CAPABILITIES_META_KEY] } as McpClient
}

export function connectModernServer(
  options: ModernServerOptions,
  transport: NonNullable<NonNullable<Parameters<typeof serveStdio>[1]>['transport']>,
): void {
  serveStdio(() => createModernServer(options), { legacy: 'reject', transport })
}
