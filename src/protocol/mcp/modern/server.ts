/** The offer for revision 2026-07-28, where every request stands for itself, on the SDK's v2. */

import { Server, type ServerContext } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import type { Caller } from '../../../operations/request.ts'
import type { McpFeatures } from '../features/features.ts'
import { capabilities, instructions, serverInfo } from '../features/identity.ts'
import { createMethods, methodNames } from '../features/methods.ts'

/** Who calls and what ends the call, beside the SDK's own signal of cancel and disconnect. */
export interface ModernServerContext {
  caller: Caller
  createRequestId(): string
  signal: AbortSignal
}

export interface ModernServerOptions extends ModernServerContext {
  features: McpFeatures
  version: string
}

/** What changes with a new version of the program only, and is the same for every key. */
const lasting = { ttlMs: 3_600_000, cacheScope: 'public' } as const
/** What every scrape may change, and is the key's own. */
const passing = { ttlMs: 0, cacheScope: 'private' } as const

const cacheHints = {
  'tools/list': lasting,
  'prompts/list': lasting,
  'resources/templates/list': lasting,
  'server/discover': lasting,
  'resources/list': passing,
  'resources/read': passing,
}

/** The SDK's own schemas answer what they can't parse as an internal error of the server; the methods say what is wrong. */
const anyParams = z.looseObject({})

/** A server for one request over HTTP, or for one connection over stdio. */
export function createModernServer({
  features,
  version,
  caller,
  createRequestId,
  signal,
}: ModernServerOptions): Server {
  const server = new Server(serverInfo(version), { capabilities, instructions, cacheHints })
  const methods = createMethods(features)
  for (const name of methodNames) {
    const answer = (params: unknown, { mcpReq }: ServerContext) => {
      const progressToken = mcpReq._meta?.progressToken
      return methods[name](params, {
        caller,
        requestId: createRequestId(),
        // Made when it is needed: one that hangs on the service's own signal is dear.
        get signal() {
          return AbortSignal.any([mcpReq.signal, signal])
        },
        onProgress:
          progressToken === undefined
            ? undefined
            : (update) => {
                const notification = { method: 'notifications/progress', params: { progressToken, ...update } } as const
                // A client that has left can't be told; its leaving ends the call by the signal.
                mcpReq.notify(notification).catch(() => {})
              },
      })
    }
    server.setRequestHandler(name, { params: anyParams }, answer)
  }
  return server
}

/** Serves one stdio connection; `initialize` is not answered here. */
export function connectModernServer(
  options: ModernServerOptions,
  transport: NonNullable<NonNullable<Parameters<typeof serveStdio>[1]>['transport']>,
): void {
  serveStdio(() => createModernServer(options), { legacy: 'reject', transport })
}
