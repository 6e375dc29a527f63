/** MCP over HTTP: reads the body once and hands the request to its era. Host, Origin and key are checked before. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Route } from '../http/server.ts'
import type { McpFeatures } from './features/features.ts'
import type { LegacyHttp, LegacyHttpOptions } from './legacy/http.ts'
import { createMcpSessions } from './legacy/sessions.ts'
import type { ModernHttp, ModernHttpOptions } from './modern/http.ts'
import { jsonRpcError, type McpHttpRequest, readBody, sendResponse, toRequest } from './wire/http-messages.ts'

export interface McpHttpOptions {
  /** Loads what serves the requests; the first request asks for it, and with it the SDKs. */
  servers(): Promise<McpServers>
  /** Signs session ids; persists, so that clients survive a restart. */
  secret: string
}

/** What makes the server behind a POST, in each era. */
export interface McpServers {
  legacy: LegacyHttpOptions['connect']
  modern: ModernHttpOptions
}

export interface McpHttp {
  /** Answers a POST or a DELETE. Throws request_too_large, for the listener to answer. */
  handle(request: IncomingMessage, response: ServerResponse, call: Omit<McpHttpRequest, 'body'>): Promise<void>
  /** Ends what is in flight. */
  close(): Promise<void>
}

interface Eras {
  legacy: LegacyHttp
  modern: ModernHttp
  isLegacy(request: Request, body: unknown): Promise<boolean>
}

const maxBodyBytes = 4 * 1024 * 1024

/** The offer, served in both eras. */
export function createServerLoader(features: McpFeatures, version: string): () => Promise<McpServers> {
  return async () => {
    const [{ connectLegacyServer }, { createModernServer }] = await Promise.all([
      import('./legacy/server.ts'),
      import('./modern/server.ts'),
    ])
    return {
      legacy: (context, transport) => connectLegacyServer({ features, version, ...context }, transport),
      modern: { create: (context) => createModernServer({ features, version, ...context }) },
    }
  }
}

export function createMcpHttp({ servers, secret }: McpHttpOptions): McpHttp {
  const sessions = createMcpSessions(secret)
  let eras: Promise<Eras> | undefined

  async function open(): Promise<Eras> {
    const [{ createLegacyHttp }, { createModernHttp, isLegacy }, { legacy, modern }] = await Promise.all([
      import('./legacy/http.ts'),
      import('./modern/http.ts'),
      servers(),
    ])
    return {
      legacy: createLegacyHttp({ connect: legacy, sessions }),
      modern: createModernHttp(modern),
      isLegacy,
    }
  }

  async function answer(request: Request, call: McpHttpRequest): Promise<Response> {
    eras ??= open()
    const { legacy, modern, isLegacy } = await eras
    const era = request.method === 'DELETE' || (await isLegacy(request, call.body)) ? legacy : modern
    return era.fetch(request, call)
  }

  return {
    async handle(request, response, call) {
      const read = await readMessage(request)
      const answered =
        read instanceof Response ? read : await answer(toRequest(request, call.left), { ...call, ...read })
      await sendResponse(response, answered)
    },
    async close() {
      if (eras === undefined) return
      const { legacy, modern } = await eras
      await Promise.all([legacy.close(), modern.close()])
    },
  }
}

/** The parsed body, or the refusal of one that is not JSON. */
async function readMessage(request: IncomingMessage): Promise<{ body: unknown } | Response> {
  if (request.method === 'DELETE') return { body: undefined }
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json') {
    return jsonRpcError(415, -32000, 'Unsupported Media Type: Content-Type must be application/json')
  }
  const text = await readBody(request, maxBodyBytes)
  try {
    return { body: JSON.parse(text) }
  } catch {
    return jsonRpcError(400, -32700, 'Parse error: the body is not valid JSON')
  }
}

/** The route of `/mcp`. No GET: there is no stream from the server to the client, as nothing would be said there. */
export function mcpRoute(mcp: McpHttp): Route {
  return {
    path: '/mcp',
    methods: ['POST', 'DELETE'],
    needsKey: true,
    handle: ({ request, response, requestId, caller, signal, left }) =>
      mcp.handle(request, response, { caller: { ...caller, transport: 'mcp-http' }, requestId, signal, left }),
  }
}
