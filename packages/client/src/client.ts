/** A typed client for the REST API. It needs only `fetch`, so it runs in Node, browsers and edge runtimes. */

import { type Operations, routes } from './api.ts'
import { GleanerError } from './gleaner-error.ts'

export type * from './api.ts'
export { GleanerError } from './gleaner-error.ts'

export interface ClientOptions {
  /** API key, `glnr_…`. Not needed if the service runs with --no-auth. */
  key?: string
  /** URL of the service, `http://127.0.0.1:8787` by default. The URL's path is kept. */
  baseUrl?: string
  /** Replaces the global `fetch`, for proxies, retries and tests. */
  fetch?: typeof globalThis.fetch
}

export interface RequestOptions {
  /** Cancels the request. A cancelled request is free unless a language model had already started to answer. */
  signal?: AbortSignal
  /** Any name. Requests with the same name are executed and charged once. */
  idempotencyKey?: string
}

/** The parameters may be omitted if none of them is required. */
type Method<Parameters, Result> =
  Record<never, never> extends Parameters
    ? (parameters?: Parameters, options?: RequestOptions) => Promise<Result>
    : (parameters: Parameters, options?: RequestOptions) => Promise<Result>

/**
 * One method for each operation. Throws GleanerError if the service refuses or fails, `signal.reason` after the signal aborts, and
 * the error of `fetch` without a response.
 */
export type Client = {
  [Name in keyof Operations]: Operations[Name] extends { document: infer Document }
    ? (
        document: Document,
        parameters?: Operations[Name]['parameters'],
        options?: RequestOptions,
      ) => Promise<Operations[Name]['result']>
    : Method<Operations[Name]['parameters'], Operations[Name]['result']>
}

const validKey = /^[\x21-\x7e]+$/

/** Throws a TypeError if the key can't be sent in a header. Unlike the message of `Headers`, this one does not contain the key. */
export function createClient({
  key,
  baseUrl = 'http://127.0.0.1:8787',
  fetch = globalThis.fetch,
}: ClientOptions = {}): Client {
  if (key !== undefined && !validKey.test(key)) throw new TypeError('key must be printable ASCII without white space')
  const root = baseUrl.replace(/\/+$/, '')

  async function call({ path, takes }: Route, given: readonly unknown[]) {
    const [document, parameters = {}, options = {}] = (takes === 'document' ? given : [undefined, ...given]) as Given
    const body = takes === 'json' ? JSON.stringify(parameters) : document
    const headers = new Headers({ accept: 'application/json' })
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`)
    if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
    if (takes === 'json') headers.set('content-type', 'application/json')
    const query = takes === 'json' ? '' : String(queryOf(parameters))
    // The service never redirects, and the key must not follow another server's redirect.
    const response = await fetch(`${root}${path}${query && `?${query}`}`, {
      headers,
      redirect: 'manual',
      ...(body !== undefined && { method: 'POST', body }),
      ...(options.signal && { signal: options.signal }),
    })
    if (!response.ok) throw await GleanerError.from(response)
    return response.json()
  }

  const methods = Object.entries(routes).map(([name, route]) => [name, (...given: unknown[]) => call(route, given)])
  return Object.fromEntries(methods) as Client
}

type Route = (typeof routes)[keyof Operations]
type Given = [document?: Blob, parameters?: object, options?: RequestOptions]

/** Omits values that are undefined or null. */
function queryOf(parameters: object): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return query
}
