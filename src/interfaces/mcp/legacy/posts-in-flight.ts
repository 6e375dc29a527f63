/** POST requests with calls in flight. Another request may cancel a call or end its session. */

import type { WebStandardStreamableHTTPServerTransport as HttpTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import type { SamplingResponses } from './sampling.ts'

interface PostInFlight {
  /** Passes the notification to the POST's server, and forgets the call. */
  cancel(id: RequestId, notification: JSONRPCMessage): void
  close(): Promise<void>
}

export class PostsInFlight {
  /** Calls by session and JSON-RPC id. The key isn't needed, because a session id is signed for one key. */
  readonly #calls = new Map<string, Map<RequestId, PostInFlight>>()
  readonly #sampling: SamplingResponses
  /** Called if a cancelled call isn't in flight here. */
  readonly #onCancelled: (session: string, id: RequestId) => void

  constructor(sampling: SamplingResponses, onCancelled: (session: string, id: RequestId) => void) {
    this.#sampling = sampling
    this.#onCancelled = onCancelled
  }

  /** Cancels a call that is in flight here. Returns false if there isn't one. */
  cancel(session: string, id: RequestId, notification: JSONRPCMessage): boolean {
    const post = this.#calls.get(session)?.get(id)
    post?.cancel(id, notification)
    return post !== undefined
  }

  async closeSession(session: string): Promise<void> {
    await closeAll(this.#calls.get(session)?.values() ?? [])
  }

  async close(): Promise<void> {
    await closeAll([...this.#calls.values()].flatMap((calls) => [...calls.values()]))
  }

  /** Updates the table from the messages of the transport, and forwards a cancellation to the POST of the cancelled call. */
  track(transport: HttpTransport, session: string): void {
    const pending = new Set<RequestId>()
    const { onmessage, onclose } = transport
    const send = transport.send.bind(transport)
    // The response to a cancelled request is never sent, but the SDK would keep a stream open for it.
    const settle = (id: RequestId) => {
      this.#leave(session, id, post)
      if (pending.delete(id) && pending.size === 0) void transport.close()
    }
    const post: PostInFlight = {
      cancel(id, notification) {
        onmessage?.(notification)
        settle(id)
      },
      close: () => transport.close(),
    }
    const samplingCall = (response: JSONRPCMessage) => onmessage?.(response)

    transport.onmessage = (message, extra) => {
      const cancelled = readCancelled(message)
      if (cancelled !== null && !this.cancel(session, cancelled, message)) this.#onCancelled(session, cancelled)
      if ('method' in message && 'id' in message) {
        pending.add(message.id)
        this.#enter(session, message.id, post)
      }
      onmessage?.(message, extra)
    }
    transport.send = async (message, options) => {
      await send(this.#sampling.send(session, message, samplingCall), options)
      if (!('method' in message) && message.id !== undefined) settle(message.id)
    }
    transport.onclose = () => {
      for (const id of pending) this.#leave(session, id, post)
      pending.clear()
      this.#sampling.end(samplingCall)
      onclose?.()
    }
  }

  #enter(session: string, id: RequestId, post: PostInFlight): void {
    const calls = this.#calls.get(session) ?? new Map<RequestId, PostInFlight>()
    this.#calls.set(session, calls.set(id, post))
  }

  #leave(session: string, id: RequestId, post: PostInFlight): void {
    const calls = this.#calls.get(session)
    if (calls?.get(id) === post) calls.delete(id)
    if (calls?.size === 0) this.#calls.delete(session)
  }
}

async function closeAll(posts: Iterable<PostInFlight>): Promise<void> {
  await Promise.all([...posts].map((post) => post.close()))
}

function readCancelled(message: JSONRPCMessage): RequestId | null {
  if (!('method' in message) || message.method !== 'notifications/cancelled' || !('params' in message)) return null
  const id = message.params?.requestId
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
