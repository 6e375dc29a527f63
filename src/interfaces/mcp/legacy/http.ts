/** Serves legacy revisions over Streamable HTTP, with signed sessions and a table of calls in flight that other requests can cancel. */

import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport as HttpTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { InitializeRequestParams, JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { type NodeBus, noOtherNodes } from '../../../pages/nodes/service-nodes.ts'
import { createLogSetting, type McpClient, needsStructured } from '../features/mcp-request.ts'
import { jsonRpcError, type McpHttpRequest } from '../wire/http-messages.ts'
import { PostsInFlight } from './posts-in-flight.ts'
import { createSamplingResponses } from './sampling.ts'
import type { LegacyServerContext } from './server.ts'
import type { McpSession, McpSessions } from './sessions.ts'

export interface LegacyHttpOptions {
  connect(context: LegacyServerContext, transport: Transport): Promise<unknown>
  sessions: McpSessions
  /** Bus to the nodes that receive other requests of a session. */
  bus?: NodeBus
}

const sessionNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancelled'), session: z.string(), id: z.union([z.string(), z.number()]) }),
  z.object({ kind: z.literal('ended'), session: z.string() }),
  z.object({ kind: z.literal('response'), session: z.string(), response: z.record(z.string(), z.unknown()) }),
])

type SessionNews = z.infer<typeof sessionNews>

const topic = 'mcp-session'

export function createLegacyHttp({ connect, sessions, bus = noOtherNodes }: LegacyHttpOptions) {
  const tell = (news: SessionNews) => bus.send(topic, news)
  const sampling = createSamplingResponses((session, response) => {
    void tell({ kind: 'response', session, response: { ...response } })
  })
  const posts = new PostsInFlight(sampling, (session, id) => void tell({ kind: 'cancelled', session, id }))
  const stopListening = bus.listen(topic, (message) => {
    const news = sessionNews.safeParse(message).data
    if (news?.kind === 'cancelled') posts.cancel(news.session, news.id, cancellationOf(news.id))
    else if (news?.kind === 'ended') void posts.closeSession(news.session)
    else if (news?.kind === 'response') sampling.deliver(news.session, news.response)
  })

  /** Every POST has its own transport and server. */
  async function respond(request: Request, call: McpHttpRequest, session: McpSession | null): Promise<Response> {
    const { caller, share, signal, requestedForm } = call
    const messages = (Array.isArray(call.body) ? call.body : [call.body]) as JSONRPCMessage[]
    const transport = new HttpTransport({
      sessionIdGenerator:
        session === null ? () => sessions.create(caller.keyId, needsStructured(clientIn(messages[0]))) : undefined,
      // A call is streamed, so headers are sent immediately, comments keep the connection open, and progress notifications can follow.
      enableJsonResponse: !Array.isArray(call.body) && methodOf(call.body) !== 'tools/call',
    })
    await connect(
      {
        ...{ caller, share, signal, requestedForm },
        createRequestId: messages.length === 1 ? () => call.requestId : randomUUID,
        offersSampling: session?.offersSampling ?? false,
        needsStructured: session?.needsStructured ?? false,
        logging: session?.logging ?? createLogSetting(),
      },
      transport,
    )
    if (session !== null) {
      transport.sessionId = session.id
      posts.track(transport, session.id)
    }
    request.signal.addEventListener('abort', () => void transport.close(), { once: true })
    if (request.signal.aborted) await transport.close()
    const response = await transport.handleRequest(request, { parsedBody: call.body })
    if (session === null && transport.sessionId !== undefined && clientIn(messages[0]).capabilities?.sampling)
      await sessions.offerSampling(transport.sessionId, caller.keyId)
    return response
  }

  async function end(request: Request, session: McpSession): Promise<Response> {
    const transport = new HttpTransport({
      sessionIdGenerator: undefined,
      async onsessionclosed() {
        await session.end()
        await tell({ kind: 'ended', session: session.id })
        await posts.closeSession(session.id)
      },
    })
    return transport.handleRequest(request)
  }

  return {
    /** Responds to one request. Aborts its calls when `request.signal` aborts, when they are cancelled, and when their session ends. */
    async fetch(request: Request, call: McpHttpRequest): Promise<Response> {
      if (isInitialize(call.body)) return respond(request, call, null)
      const id = request.headers.get('mcp-session-id')
      if (id === null) return jsonRpcError(400, -32000, 'Bad Request: Mcp-Session-Id header is required')
      const session = await sessions.find(id, call.caller.keyId)
      if (session === null) return jsonRpcError(404, -32001, 'Session not found')
      if (sampling.receive(id, call.body)) return new Response(null, { status: 202 })
      return request.method === 'DELETE' ? end(request, session) : respond(request, call, session)
    },
    async close(): Promise<void> {
      stopListening()
      await posts.close()
    },
  }
}

function isInitialize(body: unknown): boolean {
  return (Array.isArray(body) ? body : [body]).some((message) => methodOf(message) === 'initialize')
}

function methodOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined
}

function cancellationOf(requestId: RequestId): JSONRPCMessage {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }
}

function clientIn(message: unknown): McpClient & Pick<Partial<InitializeRequestParams>, 'capabilities'> {
  return (message as { params?: Partial<InitializeRequestParams> }).params ?? {}
}
