/** Legacy revisions over Streamable HTTP: signed sessions, and a table of calls in flight that other requests can cancel. */

import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport as HttpTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { ClientCapabilities, JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { type NodeBus, noOtherNodes } from '../../../pages/nodes/bus.ts'
import { createLogSetting } from '../features/logging.ts'
import { refuseMessage } from '../features/message-limits.ts'
import { jsonRpcError, type McpHttpRequest } from '../wire/http-messages.ts'
import { createSamplingResponses, offersSampling } from './sampling.ts'
import type { LegacyServerContext } from './server.ts'
import type { McpSession, McpSessions } from './sessions.ts'

export interface LegacyHttpOptions {
  /** Connects a server for one POST. */
  connect(context: LegacyServerContext, transport: Transport): Promise<unknown>
  sessions: McpSessions
  /** To the nodes on which other requests of a session arrive. */
  bus?: NodeBus
}

/** What nodes tell each other of a session, by its id. */
const sessionNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancelled'), session: z.string(), id: z.union([z.string(), z.number()]) }),
  z.object({ kind: z.literal('ended'), session: z.string() }),
  z.object({ kind: z.literal('response'), session: z.string(), response: z.record(z.string(), z.unknown()) }),
])

type SessionNews = z.infer<typeof sessionNews>

/** Name of their messages. */
const topic = 'mcp-session'

/** One POST in flight. */
interface PostInFlight {
  cancel(id: RequestId, notification: JSONRPCMessage): void
  close(): Promise<void>
}

export interface LegacyHttp {
  /** Responds to one request. Its calls end when `request.signal` aborts, when they are cancelled, and with their session. */
  fetch(request: Request, call: McpHttpRequest): Promise<Response>
  close(): Promise<void>
}

export function createLegacyHttp({ connect, sessions, bus = noOtherNodes }: LegacyHttpOptions): LegacyHttp {
  /** By session and JSON-RPC id. The key is not part of it: a session id is signed for one key. */
  const inFlight = new Map<string, Map<RequestId, PostInFlight>>()
  const tell = (news: SessionNews, node?: string) => bus.send(topic, news, node)
  const sampling = createSamplingResponses({
    node: bus.node,
    passOn: async (node, session, response) =>
      (await tell({ kind: 'response', session, response: { ...response } }, node)) > 0,
  })
  const stopListening = bus.listen(topic, (message) => {
    const news = sessionNews.safeParse(message).data
    if (news?.kind === 'cancelled') cancel(news.session, news.id)
    else if (news?.kind === 'ended') void closeAll(inFlight.get(news.session)?.values() ?? [])
    else if (news?.kind === 'response') sampling.deliver(news.session, news.response)
  })

  function enter(session: string, id: RequestId, post: PostInFlight): void {
    const calls = inFlight.get(session) ?? new Map<RequestId, PostInFlight>()
    inFlight.set(session, calls.set(id, post))
  }

  function leave(session: string, id: RequestId, post: PostInFlight): void {
    const calls = inFlight.get(session)
    if (calls?.get(id) === post) calls.delete(id)
    if (calls?.size === 0) inFlight.delete(session)
  }

  async function closeAll(calls: Iterable<PostInFlight>): Promise<void> {
    await Promise.all([...calls].map((post) => post.close()))
  }

  /** Cancels a call that is in flight here, and returns whether there is one. */
  function cancel(session: string, id: RequestId, notification: JSONRPCMessage = cancellationOf(id)): boolean {
    const post = inFlight.get(session)?.get(id)
    post?.cancel(id, notification)
    return post !== undefined
  }

  /** Every POST has a transport and a server of its own. */
  async function respond(request: Request, call: McpHttpRequest, session: McpSession | null): Promise<Response> {
    const messages = (Array.isArray(call.body) ? call.body : [call.body]) as JSONRPCMessage[]
    const transport = new HttpTransport({
      sessionIdGenerator: session === null ? () => sessions.create(call.caller.keyId) : undefined,
      // A call streams: its headers are sent at once, comments keep the connection open, progress notifications can follow.
      enableJsonResponse: !Array.isArray(call.body) && !isCall(call.body),
    })
    await connect(
      {
        caller: call.caller,
        share: call.share,
        createRequestId: messages.length === 1 ? () => call.requestId : randomUUID,
        signal: call.signal,
        offersSampling: session?.offersSampling ?? false,
        logging: session?.logging ?? createLogSetting(),
      },
      transport,
    )
    if (session !== null) {
      transport.sessionId = session.id
      track(transport, session.id)
    }
    refuseBeyondLimit(transport, call)
    request.signal.addEventListener('abort', () => void transport.close(), { once: true })
    if (request.signal.aborted) await transport.close()
    const response = await transport.handleRequest(request, { parsedBody: call.body })
    if (session === null && transport.sessionId !== undefined && offersSampling(capabilitiesIn(messages[0])))
      await sessions.offerSampling(transport.sessionId, call.caller.keyId)
    return response
  }

  /** Keeps the table by the messages that pass the transport, and forwards a cancellation to the POST of the cancelled call. */
  function track(transport: HttpTransport, session: string): void {
    const pending = new Set<RequestId>()
    const { onmessage, onclose } = transport
    const send = transport.send.bind(transport)
    const post: PostInFlight = {
      cancel(id, notification) {
        onmessage?.(notification)
        settle(id)
      },
      close: () => transport.close(),
    }
    const samplingCall = { deliver: (response: JSONRPCMessage) => onmessage?.(response) }
    // The SDK keeps a stream open for the response to a cancelled request, which never comes.
    const settle = (id: RequestId) => {
      leave(session, id, post)
      if (pending.delete(id) && pending.size === 0) void transport.close()
    }

    transport.onmessage = (message, extra) => {
      const cancelled = readCancelled(message)
      if (cancelled !== null && !cancel(session, cancelled, message))
        void tell({ kind: 'cancelled', session, id: cancelled })
      if ('method' in message && 'id' in message) {
        pending.add(message.id)
        enter(session, message.id, post)
      }
      onmessage?.(message, extra)
    }
    transport.send = async (message, options) => {
      await send(sampling.send(session, message, samplingCall), options)
      if (!('method' in message) && message.id !== undefined) settle(message.id)
    }
    transport.onclose = () => {
      for (const id of pending) leave(session, id, post)
      pending.clear()
      sampling.end(samplingCall)
      onclose?.()
    }
  }

  /** Answers the messages of a batch that are beyond the key's limit. Once requests in flight are tracked: they end like others. */
  function refuseBeyondLimit(transport: HttpTransport, { refusals, requestId }: McpHttpRequest): void {
    const { onmessage } = transport
    let place = 0
    transport.onmessage = (message, extra) => {
      const refusal = refusals[place++] ?? null
      if (refusal === null) return onmessage?.(message, extra)
      const refused = refuseMessage(message, refusal, requestId)
      if (refused !== null) void transport.send(refused)
    }
  }

  async function end(request: Request, session: McpSession): Promise<Response> {
    const transport = new HttpTransport({
      sessionIdGenerator: undefined,
      async onsessionclosed() {
        await session.end()
        await tell({ kind: 'ended', session: session.id })
        await closeAll(inFlight.get(session.id)?.values() ?? [])
      },
    })
    return transport.handleRequest(request)
  }

  return {
    async fetch(request, call) {
      if (isInitialize(call.body)) return respond(request, call, null)
      const id = request.headers.get('mcp-session-id')
      if (id === null) return jsonRpcError(400, -32000, 'Bad Request: Mcp-Session-Id header is required')
      const session = await sessions.find(id, call.caller.keyId)
      if (session === null) return jsonRpcError(404, -32001, 'Session not found')
      if (await sampling.receive(id, call.body)) return new Response(null, { status: 202 })
      return request.method === 'DELETE' ? end(request, session) : respond(request, call, session)
    },
    async close() {
      stopListening()
      await closeAll([...inFlight.values()].flatMap((calls) => [...calls.values()]))
    },
  }
}

function isInitialize(body: unknown): boolean {
  return (Array.isArray(body) ? body : [body]).some((message) => methodOf(message) === 'initialize')
}

function isCall(message: unknown): boolean {
  return methodOf(message) === 'tools/call'
}

function methodOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined
}

/** As a client states it. */
function cancellationOf(requestId: RequestId): JSONRPCMessage {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }
}

/** Of the client, where the message is its `initialize`. */
function capabilitiesIn(message: unknown): ClientCapabilities | undefined {
  return (message as { params?: { capabilities?: ClientCapabilities } } | undefined)?.params?.capabilities
}

function readCancelled(message: JSONRPCMessage): RequestId | null {
  if (methodOf(message) !== 'notifications/cancelled' || !('params' in message)) return null
  const id = message.params?.requestId
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
