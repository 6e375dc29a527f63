/** Named diagnostics channels: every folder emits events, and logs subscribe to them. */

import { channel } from 'node:diagnostics_channel'

/** Events by channel. None carries a key, a prompt or the content of a page. */
export interface Events {
  /** An operation ended, on any transport. */
  'gleaner:operation': {
    requestId: string
    operation: string
    transport: Transport
    keyId: string | null
    /** Host of the page; null without one, or when the input was refused. A whole URL may hold secrets. */
    host: string | null
    /** `ok`, the type of the error, or `cancelled`. */
    outcome: string
    creditsCharged: number
    /** Milliseconds since the epoch, with their fraction; on one clock with the request's stages. */
    startedAt: number
    durationMs: number
    /** The thrown value, for the outcome `internal` only. */
    error?: unknown
  }
  /** A stage of a request ended; one request may have several of a name. Its times as those of `gleaner:operation`. */
  'gleaner:stage': { requestId: string; stage: string; startedAt: number; durationMs: number }
  /** The head of an HTTP request was read. `traceparent`: the header of that name. @see https://www.w3.org/TR/trace-context/ */
  'gleaner:http-start': { requestId: string; method: string; traceparent: string | null; startedAt: number }
  /**
   * An HTTP exchange ended. `route`: the path of the route that served it, null where none did; `status`: null where the client left
   * before the response.
   */
  'gleaner:http': {
    requestId: string
    method: string
    path: string
    route: string | null
    status: number | null
    durationMs: number
  }
  /** One hop of a fetch ended. */
  'gleaner:fetch': { host: string; status: number | null; bytes: number; durationMs: number; error: string | null }
  /** A rendering ended. */
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
   * A browser was started or has ended, or a farm gave none that can be used: it is `away`.
   * `pid` is null for a browser of a farm, which `farm` names by host and port; `containment`: its user and whether it is in its
   * sandbox, in words; `reason`: why there is none.
   */
  'gleaner:browser': {
    event: 'started' | 'ended' | 'away'
    pid: number | null
    farm?: string
    containment?: string
    reason?: string
  }
  /** A result page of Google was read. */
  'gleaner:result-page': { status: string; rendered: boolean }
  /** A limit refused a request or a connection. */
  'gleaner:limit': { limit: Limit }
  /** The database did not answer, or failed. `error`: its code, or the name of what was thrown. */
  'gleaner:storage': { error: string }
  /** Reservations of a process that has died were released. */
  'gleaner:sweep': { node: string; released: number }
  /** The service started or stops, or something in its surroundings changed. */
  'gleaner:lifecycle': { event: string; detail?: string }
  /** Something other than a ServiceError was thrown: a bug. */
  'gleaner:fault': { requestId: string; error: unknown }
}

/** The text with the secret part of API keys cut out: `glnr_<id>_…` of this service, whose ids are no secret, and `sk-ant-…` of the model service. */
export function hideKeys(text: string): string {
  return text.replace(/(glnr_[0-9A-Za-z]{1,12}_)[0-9A-Za-z]+/g, '$1…').replace(/(sk-ant-)[0-9A-Za-z_-]+/g, '$1…')
}

/** What bounds requests: how often and how many at once, the memory that they use, and connections. */
type Limit = 'server_rate' | 'key_rate' | 'key_concurrency' | 'bytes_in_flight' | 'reader_memory' | 'connections'

/** How a request reached the service. */
export type Transport = 'rest' | 'mcp-http' | 'mcp-stdio' | 'cli'

export function emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
  const target = channel(name)
  if (target.hasSubscribers) target.publish(event)
}

/** Calls `listener` for each event. Returns a function that ends the subscription. */
export function subscribe<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
  const handler = (event: unknown) => listener(event as Events[Name])
  const target = channel(name)
  target.subscribe(handler)
  return () => target.unsubscribe(handler)
}

/** Name, message and stack of a thrown value. Its other fields are left out: they may quote a page or a query. */
export function describeBug(error: unknown): { error: string; stack: string | null } {
  const { name, message, stack = null } = error instanceof Error ? error : new Error(String(error))
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? null
  return { error: `${name}: ${message.slice(0, 200)}`, stack: frames?.join('\n') ?? null }
}
