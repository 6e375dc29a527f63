/** Legacy revisions over Streamable HTTP: signed sessions, and a table of calls in flight that other requests can cancel. */

import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport as HttpTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { createLogSettings } from '../features/logging.ts'
import { refuseMessage } from '../features/message-limits.ts'
import { jsonRpcError, type McpHttpRequest } from '../wire/http-messages.ts'
import { createSamplingResponses } from './sampling.ts'
import type { LegacyServerContext } from './server.ts'
import type { McpSessions } from './sessions.ts'

export interface LegacyHttpOptions {
  /** Connects a server for one POST. */
  connect(context: LegacyServerContext, transport: Transport): Promise<unknown>
  sessions: McpSessions
}

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

export function createLegacyHttp({ connect, sessions }: LegacyHttpOptions): LegacyHttp {
  const logSettings = createLogSettings()
  /** By session and JSON-RPC id. The key is not part of it: a session id is signed for one key. */
  const inFlight = new Map<string, Map<RequestId, PostInFlight>>()
  const sampling = createSamplingResponses()

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

  /** Every POST has a transport and a server of its own. */
  async function respond(request: Request, call: McpHttpRequest, session: string | null): Promise<Response> {
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
        offersSampling: session !== null && sampling.offers(session),
        logging: session === null ? { level: null } : logSettings.of(session),
      },
      transport,
    )
    if (session !== null) {
      transport.sessionId = session
      track(transport, session)
    }
    refuseBeyondLimit(transport, call)
    request.signal.addEventListener('abort', () => void transport.close(), { once: true })
    if (request.signal.aborted) await transport.close()
    const response = await transport.handleRequest(request, { parsedBody: call.body })
    if (session === null && transport.sessionId !== undefined) sampling.startSession(transport.sessionId, messages[0])
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
      if (cancelled !== null) inFlight.get(session)?.get(cancelled)?.cancel(cancelled, message)
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

  async function end(request: Request, session: string): Promise<Response> {
    const transport = new HttpTransport({
      sessionIdGenerator: undefined,
      async onsessionclosed() {
        sessions.end(session)
        logSettings.forget(session)
        await closeAll(inFlight.get(session)?.values() ?? [])
      },
    })
    return transport.handleRequest(request)
  }

  return {
    async fetch(request, call) {
      if (isInitialize(call.body)) return respond(request, call, null)
      const session = request.headers.get('mcp-session-id')
      if (session === null) return jsonRpcError(400, -32000, 'Bad Request: Mcp-Session-Id header is required')
      if (!sessions.isOpen(session, call.caller.keyId)) return jsonRpcError(404, -32001, 'Session not found')
      if (sampling.receive(session, call.body)) return new Response(null, { status: 202 })
      return request.method === 'DELETE' ? end(request, session) : respond(request, call, session)
    },
    close: () => closeAll([...inFlight.values()].flatMap((calls) => [...calls.values()])),
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

function readCancelled(message: JSONRPCMessage): RequestId | null {
  if (methodOf(message) !== 'notifications/cancelled' || !('params' in message)) return null
  const id = message.params?.requestId
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
