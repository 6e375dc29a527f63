/** Named diagnostics channels. Code in every folder emits events, and logs subscribe to them. */

import { channel } from 'node:diagnostics_channel'

/** Events by channel. They never contain a key, a prompt or the content of a page. */
export interface Events {
  'gleaner:operation': {
    requestId: string
    operation: string
    transport: Transport
    keyId: string | null
    /** Host of the page, without the rest of its URL, which may contain secrets. Null without a page, or if the input was refused. */
    host: string | null
    outcome: string
    creditsCharged: number
    /** Milliseconds since the epoch, with a fraction, on the same clock as the request's stages. */
    startedAt: number
    durationMs: number
    /** The thrown value, for the outcome `internal` only. */
    error?: unknown
  }
  /**
   * A stage of a request finished. A request may have several stages with the same name. Times have the same format as in
   * `gleaner:operation`.
   */
  'gleaner:stage': { requestId: string; stage: string; startedAt: number; durationMs: number }
  /** The head of an HTTP request was read. `traceparent` is the header of that name. @see https://www.w3.org/TR/trace-context/ */
  'gleaner:http-start': { requestId: string; method: string; traceparent: string | null; startedAt: number }
  /**
   * An HTTP exchange finished. `route` is the path of the matching route, or null if no route matches. `status` is null if the client
   * disconnected before the response.
   */
  'gleaner:http': {
    requestId: string
    method: string
    path: string
    route: string | null
    status: number | null
    durationMs: number
  }
  'gleaner:fetch': { host: string; status: number | null; bytes: number; durationMs: number; error: string | null }
  'gleaner:render': { host: string; status: number | null; complete: boolean; durationMs: number; error: string | null }
  /** A language model was called once. Cached tokens are input that the service read from its cache. */
  'gleaner:model': {
    model: string
    inputTokens: number
    cachedTokens: number
    outputTokens: number
    durationMs: number
    error: string | null
  }
  /**
   * A browser was started or exited, or a farm offered no usable browser (`away`). `pid` is null for a farm's browser, and `farm` is
   * the farm's host and port. `containment` describes the browser's user and sandbox. `reason` explains why a browser is missing.
   */
  'gleaner:browser': {
    event: 'started' | 'ended' | 'away'
    pid: number | null
    farm?: string
    containment?: string
    reason?: string
  }
  /** A Google result page was read. */
  'gleaner:result-page': { status: string; rendered: boolean }
  'gleaner:limit': { limit: Limit }
  /** The database did not answer, or failed. `error` is its code, or the name of the thrown error. */
  'gleaner:storage': { error: string }
  /** A dead process's reservations were released. */
  'gleaner:sweep': { node: string; released: number }
  /** The service started or is stopping, or something in its environment changed. */
  'gleaner:lifecycle': { event: string; detail?: string }
  /** A bug: something other than a ServiceError was thrown. */
  'gleaner:fault': { requestId: string; error: unknown }
}

type Limit = 'server_rate' | 'key_rate' | 'key_concurrency' | 'bytes_in_flight' | 'reader_memory' | 'connections'

/** The transport through which a request reached the service. */
export type Transport = 'rest' | 'mcp-http' | 'mcp-stdio' | 'cli'

export function emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
  const target = channel(name)
  if (target.hasSubscribers) target.publish(event)
}

/**
 * Calls `listener` for each event. Returns a function that unsubscribes it. If the listener throws, `gleaner:fault` is emitted, because
 * Node would otherwise exit.
 */
export function subscribe<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
  const handler = (event: unknown) => {
    try {
      listener(event as Events[Name])
    } catch (error) {
      // A listener of faults that throws would be called again without end.
      if (name !== 'gleaner:fault') emit('gleaner:fault', { requestId: '', error })
    }
  }
  const target = channel(name)
  target.subscribe(handler)
  return () => target.unsubscribe(handler)
}

/** Returns the name, message and stack of a thrown value. Omits its other fields, which may quote a page or a query. */
export function describeBug(error: unknown): { error: string; stack: string | null } {
  const { name, message, stack = null } = error instanceof Error ? error : new Error(String(error))
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? null
  return { error: `${name}: ${message.slice(0, 200)}`, stack: frames?.join('\n') ?? null }
}
