/** Serves revision 2026-07-28 over Streamable HTTP. There are no sessions: a server object is created for every POST. */

import { createMcpHandler, InMemoryServerEventBus, isLegacyRequest, type Server } from '@modelcontextprotocol/server'
import type { McpHttpRequest } from '../wire/http-messages.ts'
import type { ModernServerContext } from './server.ts'

export interface ModernHttp {
  /** Responds to one request. Aborts its call when `request.signal` aborts. */
  fetch(request: Request, call: McpHttpRequest): Promise<Response>
  close(): Promise<void>
}

export interface ModernHttpOptions {
  create(context: ModernServerContext): Server
  /** A bus for notifications about changed lists, which the service never sends. */
  bus?: InMemoryServerEventBus
  /** `sse` streams every call. With `auto`, a call can still be refused with an HTTP status. */
  callMode?: 'sse' | 'auto'
}

export function createModernHttp({
  create,
  bus = new InMemoryServerEventBus(),
  callMode = 'sse',
}: ModernHttpOptions): ModernHttp {
  const open = (responseMode: 'sse' | 'auto') =>
    // `extra` is untyped. The function `fetch` below puts the context there.
    createMcpHandler(({ authInfo }) => create(authInfo?.extra?.context as ModernServerContext), {
      legacy: 'reject',
      responseMode,
      bus,
    })
  // A call is streamed, so headers are sent immediately, comments keep the connection open, and progress notifications can follow.
  const calls = open(callMode)
  const others = open('auto')
  return {
    fetch(request, { body, caller, share, requestId, signal, requestedForm }) {
      const context: ModernServerContext = { caller, share, createRequestId: () => requestId, signal, requestedForm }
      const authInfo = { token: '', clientId: caller.keyId ?? '', scopes: [], extra: { context } }
      const handler = request.headers.get('mcp-method') === 'tools/call' ? calls : others
      return handler.fetch(request, { parsedBody: body, authInfo })
    },
    async close() {
      await Promise.all([calls.close(), others.close()])
    },
  }
}

/** True if the request belongs to a legacy revision. */
export function isLegacy(request: Request, body: unknown): Promise<boolean> {
  return isLegacyRequest(request, body)
}
