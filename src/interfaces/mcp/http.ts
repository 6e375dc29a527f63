/** MCP over HTTP. Parses the body and passes the request to its revision's server. Host, Origin and key have already been checked. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../../base/errors.ts'
import { once } from '../../base/once.ts'
import type { Share } from '../../base/share.ts'
import { maxMessageBytes } from '../../contract/service-limits.ts'
import type { Caller } from '../../operations/runtime.ts'
import { parseContentType } from '../../page/media-kind.ts'
import type { FactStore, NodeBus } from '../../pages/nodes/service-nodes.ts'
import { readBody } from '../http/body.ts'
import type { HttpRoute } from '../http/server.ts'
import { JsonTooComplexError, parseJson } from '../parse-json.ts'
import type { McpFeatures } from './features/features.ts'
import { type ResultForm, resultForms } from './features/mcp-request.ts'
import { toProtocolError } from './features/protocol-error.ts'
import { errorText } from './features/tool-text.ts'
import type { LegacyHttpOptions } from './legacy/http.ts'
import { createMcpSessions } from './legacy/sessions.ts'
import type { ModernHttpOptions } from './modern/server.ts'
import { jsonRpcError, type McpHttpRequest, sendResponse, toRequest } from './wire/http-messages.ts'

interface McpHttpOptions {
  /** Loads the servers and the SDKs on the first request. */
  servers(): Promise<McpServers>
  /** The first secret signs session IDs, and all secrets are accepted. They must persist, so that sessions survive a restart. */
  secrets: readonly [string, ...string[]]
  /** Session state, and a bus to other nodes that may receive a session's requests. A single server needs neither. */
  nodes?: { facts: FactStore; bus: NodeBus } | null
}

/** Creates the MCP server for one POST, either for legacy revisions (up to 2025-11-25) or for modern ones (from 2026-07-28). */
export interface McpServers {
  legacy: LegacyHttpOptions['connect']
  modern: ModernHttpOptions
}

export function createServerLoader(features: McpFeatures): () => Promise<McpServers> {
  return async () => {
    const [{ connectLegacyServer }, { createModernServer }] = await Promise.all([
      import('./legacy/server.ts'),
      import('./modern/server.ts'),
    ])
    return {
      legacy: (context, transport) => connectLegacyServer({ features, ...context }, transport),
      modern: { create: (context) => createModernServer({ features, ...context }) },
    }
  }
}

export function createMcpHttp({ servers, secrets, nodes = null }: McpHttpOptions) {
  const sessions = createMcpSessions(secrets, nodes?.facts)
  const eras = once(async () => {
    const [{ createLegacyHttp }, { createModernHttp }, { legacy, modern }] = await Promise.all([
      import('./legacy/http.ts'),
      import('./modern/server.ts'),
      servers(),
    ])
    return {
      legacy: createLegacyHttp({ connect: legacy, sessions, ...(nodes ? { bus: nodes.bus } : {}) }),
      modern: createModernHttp(modern),
    }
  })

  async function respond(request: Request, call: McpHttpRequest): Promise<Response> {
    const { legacy, modern } = await eras()
    // DELETE closes a session, and only the legacy era has sessions.
    const era = request.method === 'DELETE' || (await modern.isLegacy(request, call.body)) ? legacy : modern
    return era.fetch(request, call)
  }

  return {
    /** Responds to a POST or a DELETE. Throws request_too_large, which the HTTP server sends. */
    async handle(request: IncomingMessage, response: ServerResponse, call: Omit<McpHttpRequest, 'body'>) {
      const parsed = await parseBody(request, call.share)
      if (!request.complete) response.setHeader('connection', 'close')
      const body = parsed instanceof Response ? null : parsed.body
      const refusal = await countMessages(call.caller, messagesOf(body))
      const serve = () =>
        parsed instanceof Response ? parsed : respond(toRequest(request, call.left), { ...call, body })
      const answer = refusal === null ? await serve() : refuseAll(body, refusal, call.requestId)
      await sendResponse(response, answer, call.share)
    },
    async close(): Promise<void> {
      if (!eras.started()) return
      const { legacy, modern } = await eras()
      await Promise.all([legacy.close(), modern.close()])
    },
  }
}

/** Returns the parsed body, or the response that refuses it. Doesn't read a body of another media type. */
async function parseBody(request: IncomingMessage, share: Share): Promise<{ body: unknown } | Response> {
  if (request.method === 'DELETE') return { body: undefined }
  if (parseContentType(request.headers['content-type'])?.essence !== 'application/json') {
    return jsonRpcError(415, -32000, 'Unsupported Media Type: Content-Type must be application/json')
  }
  const { buffer } = await readBody(request, maxMessageBytes, share)
  const text = Buffer.from(buffer).toString()
  try {
    return { body: parseJson(text) }
  } catch (error) {
    if (error instanceof JsonTooComplexError) return jsonRpcError(400, -32600, `Invalid Request: ${error.message}`)
    return jsonRpcError(400, -32700, `Parse error: the body is not valid JSON: ${(error as Error).message}`)
  }
}

/** A request gets its error with status 200, like any other failure. If the body contains no request, the status is 429. */
function refuseAll(body: unknown, refusal: ServiceError, requestId: string): Response {
  const headers = { 'retry-after': String(refusal.retryAfterS ?? 1) }
  const refused = messagesOf(body).flatMap((message) => refuseMessage(message, refusal, requestId) ?? [])
  if (refused.length === 0) return jsonRpcError(429, -32000, `${refusal.type}: ${refusal.message}`, headers)
  return Response.json(Array.isArray(body) ? refused : refused[0], { headers })
}

/** A larger batch is invalid. The SDK refuses all of it, and it counts as one message. */
const maxMessages = 100

/** Returns the messages in a body, for counting. A non-batch body counts as one message, even if invalid. */
function messagesOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) && body.length > 0 && body.length <= maxMessages ? body : [body]
}

/** Counts the messages in one request. Resolves with the error if they exceed the limit, otherwise with null. */
async function countMessages({ count }: Caller, messages: readonly unknown[]): Promise<ServiceError | null> {
  const counted = await Promise.allSettled(messages.map(() => count?.()))
  const failed = counted.find(({ status }) => status === 'rejected')
  if (failed === undefined) return null
  const { reason } = failed as PromiseRejectedResult
  if (reason instanceof ServiceError) return reason
  throw reason
}

/** Returns the response that refuses a message, or null for a notification or anything that isn't a request. */
function refuseMessage(message: unknown, refusal: ServiceError, requestId: string): object | null {
  const { id, method } = (message ?? {}) as { id?: unknown; method?: unknown }
  if (typeof method !== 'string' || (typeof id !== 'string' && !Number.isSafeInteger(id))) return null
  if (method !== 'tools/call') {
    const { code, message, data } = toProtocolError(refusal, requestId)
    return { jsonrpc: '2.0', id, error: { code, message, data } }
  }
  const content = [{ type: 'text', text: errorText(refusal, requestId) }]
  // `resultType` has been required since revision 2026-07-28. Earlier revisions allow additional fields.
  return { jsonrpc: '2.0', id, result: { resultType: 'complete', content, isError: true } }
}

/** The route `/mcp`. It doesn't support GET, because the server sends messages only in responses. */
export function mcpRoute(mcp: ReturnType<typeof createMcpHttp>, challenge?: string): HttpRoute {
  return {
    path: '/mcp',
    methods: ['POST', 'DELETE'],
    methodHint: 'Connect an MCP client with the transport Streamable HTTP, which sends its messages by POST.',
    needsKey: true,
    challenge,
    handle: async ({ request, response, requestId, caller, share, signal, left, query }) =>
      mcp.handle(request, response, {
        ...{ caller: { ...caller, transport: 'mcp-http' }, share, requestId, signal, left },
        requestedForm: readResultForm(query),
      }),
  }
}

/** Returns the form of results that a query string names, or null. Throws bad_request for any other form. */
function readResultForm(query: string): ResultForm | null {
  const [given, ...more] = new URLSearchParams(query).getAll('result')
  if (given === undefined) return null
  const form = resultForms.find((one) => one === given)
  if (form !== undefined && more.length === 0) return form
  throw new ServiceError('bad_request', "Invalid query string: result must be 'text' or 'structured'", {
    next: 'Use /mcp?result=text or /mcp?result=structured, or omit result.',
  })
}
