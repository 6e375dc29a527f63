/** The tools for revision 2026-07-28, where every request stands for itself, on the SDK's v2. */

import { createMcpHandler, isLegacyRequest, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Caller } from '../operations/context.ts'
import { instructions, serverInfo } from './mcp-identity.ts'
import type { Tools } from './mcp-tools.ts'
import type { HttpCall } from './mcp-web.ts'

interface ModernOptions {
  tools: Tools
  version: string
}

/** Who calls and what ends the call, beside the SDK's own signal of cancel and disconnect. */
interface Circumstances {
  caller: Caller
  createRequestId(): string
  signal: AbortSignal
}

/** The lists change with a new version of the program only, and are the same for every key. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: 'public' } as const

function createModern({ tools, version }: ModernOptions, { caller, createRequestId, signal }: Circumstances): Server {
  const server = new Server(serverInfo(version), {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
  })

  server.setRequestHandler('tools/list', ({ params }) => ({ tools: [...tools.list(params?.cursor)] }))

  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    const result = await tools.call(params.name, params.arguments, {
      caller,
      requestId: createRequestId(),
      signal: AbortSignal.any([mcpReq.signal, signal]),
      onProgress:
        progressToken === undefined
          ? undefined
          : (update) => {
              const notification = { method: 'notifications/progress', params: { progressToken, ...update } } as const
              // A client that has left can't be told; its leaving ends the call by the signal.
              mcpReq.notify(notification).catch(() => {})
            },
    })
    return { ...result }
  })
  return server
}

export interface ModernHttp {
  /** Answers one request. Its call ends when `request.signal` aborts. */
  fetch(request: Request, call: HttpCall): Promise<Response>
  close(): Promise<void>
}

export function createModernHttp(options: ModernOptions): ModernHttp {
  const create = (responseMode: 'sse' | 'auto') =>
    createMcpHandler(({ authInfo }) => createModern(options, authInfo?.extra as unknown as Circumstances), {
      legacy: 'reject',
      responseMode,
    })
  // A call streams: its headers go out at once, comments keep the connection, progress has its place.
  const calls = create('sse')
  const others = create('auto')
  return {
    fetch(request, { body, caller, requestId, signal }) {
      const circumstances: Circumstances = { caller, createRequestId: () => requestId, signal }
      const authInfo = { token: '', clientId: caller.keyId ?? '', scopes: [], extra: { ...circumstances } }
      const handler = request.headers.get('mcp-method') === 'tools/call' ? calls : others
      return handler.fetch(request, { parsedBody: body, authInfo })
    },
    async close() {
      await Promise.all([calls.close(), others.close()])
    },
  }
}

/** Whether a request belongs to the initialize era. */
export function isClassic(request: Request, body: unknown): Promise<boolean> {
  return isLegacyRequest(request, body)
}

/** Serves one stdio connection; `initialize` is not answered here. */
export function connectModern(
  options: ModernOptions & Circumstances,
  transport: NonNullable<NonNullable<Parameters<typeof serveStdio>[1]>['transport']>,
): void {
  serveStdio(() => createModern(options, options), { legacy: 'reject', transport })
}
