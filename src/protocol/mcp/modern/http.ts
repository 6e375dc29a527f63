/** Revision 2026-07-28 over Streamable HTTP: every POST stands for itself and has a server of its own. */

import { createMcpHandler, InMemoryServerEventBus, isLegacyRequest, type Server } from '@modelcontextprotocol/server'
import type { McpHttpRequest } from '../wire/http-messages.ts'
import type { ModernServerContext } from './server.ts'

export interface ModernHttp {
  /** Answers one request. Its call ends when `request.signal` aborts. */
  fetch(request: Request, call: McpHttpRequest): Promise<Response>
  close(): Promise<void>
}

export interface ModernHttpOptions {
  create(context: ModernServerContext): Server
  /** Where changes of the lists would be told. */
  bus?: InMemoryServerEventBus
  /** `auto` where a call may be refused by the status of its HTTP answer, which is gone once it streams. */
  callMode?: 'sse' | 'auto'
}

export function createModernHttp({
  create,
  bus = new InMemoryServerEventBus(),
  callMode = 'sse',
}: ModernHttpOptions): ModernHttp {
  const open = (responseMode: 'sse' | 'auto') =>
    createMcpHandler(({ authInfo }) => create(authInfo?.extra as unknown as ModernServerContext), {
      legacy: 'reject',
      responseMode,
      bus,
    })
  // A call streams: its headers go out at once, comments keep the connection, progress has its place.
  const calls = open(callMode)
  const others = open('auto')
  return {
    fetch(request, { body, caller, requestId, signal }) {
      const context: ModernServerContext = { caller, createRequestId: () => requestId, signal }
      const authInfo = { token: '', clientId: caller.keyId ?? '', scopes: [], extra: { ...context } }
      const handler = request.headers.get('mcp-method') === 'tools/call' ? calls : others
      return handler.fetch(request, { parsedBody: body, authInfo })
    },
    async close() {
      await Promise.all([calls.close(), others.close()])
    },
  }
}

/** Whether a request belongs to the initialize era. */
export function isLegacy(request: Request, body: unknown): Promise<boolean> {
  return isLegacyRequest(request, body)
}
