/** The MCP server for revision 2026-07-28, which has no sessions, over any transport. It uses v2 of the SDK. */

import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  InMemoryServerEventBus,
  isLegacyRequest,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import {
  capabilities,
  createCalls,
  instructions,
  type McpServerContext,
  type McpServerOptions,
  serverInfo,
} from '../features/features.ts'
import { type McpClient, needsStructured } from '../features/mcp-request.ts'
import type { McpHttpRequest } from '../wire/http-messages.ts'

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

export function createModernServer(options: McpServerOptions): Server {
  const server = new Server(serverInfo, { capabilities, instructions, cacheHints })
  for (const [name, call] of createCalls(options)) {
    server.setRequestHandler(name, { params: anyParams }, (params: unknown, { mcpReq }: ServerContext) =>
      call(params, {
        signal: mcpReq.signal,
        progressToken: mcpReq._meta?.progressToken,
        needsStructured: needsStructured(clientIn(mcpReq.envelope)),
        notify: (notification) => mcpReq.notify(notification),
      }),
    )
  }
  return server
}

/** Returns what the client says about itself in each request. The SDK's type has no keys. */
function clientIn(envelope: object = {}): McpClient {
  const said = envelope as Record<string, unknown>
  return { clientInfo: said[CLIENT_INFO_META_KEY], capabilities: said[CLIENT_CAPABILITIES_META_KEY] } as McpClient
}

export function connectModernServer(
  options: McpServerOptions,
  transport: NonNullable<NonNullable<Parameters<typeof serveStdio>[1]>['transport']>,
): void {
  serveStdio(() => createModernServer(options), { legacy: 'reject', transport })
}

export interface ModernHttpOptions {
  create(context: McpServerContext): Server
  /** A bus for notifications about changed lists, which the service never sends. */
  bus?: InMemoryServerEventBus
  /** `sse` streams every call. With `auto`, a call can still be refused with an HTTP status. */
  callMode?: 'sse' | 'auto'
}

/** Serves Streamable HTTP. There are no sessions: a server is created for every POST. */
export function createModernHttp({ create, bus = new InMemoryServerEventBus(), callMode = 'sse' }: ModernHttpOptions) {
  const open = (responseMode: 'sse' | 'auto') =>
    // `extra` is untyped. The function `fetch` below puts the context there.
    createMcpHandler(({ authInfo }) => create(authInfo?.extra?.context as McpServerContext), {
      legacy: 'reject',
      responseMode,
      bus,
    })
  // A call is streamed, so headers are sent immediately, comments keep the connection open, and progress notifications can follow.
  const calls = open(callMode)
  const others = open('auto')
  return {
    /** True if the request belongs to a legacy revision. */
    isLegacy: isLegacyRequest,
    /** Responds to one request. Aborts its call when `request.signal` aborts. */
    fetch(request: Request, { body, requestId, ...given }: McpHttpRequest): Promise<Response> {
      const { caller, share, signal, requestedForm } = given
      const context: McpServerContext = { caller, share, createRequestId: () => requestId, signal, requestedForm }
      const authInfo = { token: '', clientId: caller.keyId ?? '', scopes: [], extra: { context } }
      const handler = request.headers.get('mcp-method') === 'tools/call' ? calls : others
      return handler.fetch(request, { parsedBody: body, authInfo })
    },
    async close(): Promise<void> {
      await Promise.all([calls.close(), others.close()])
    },
  }
}
