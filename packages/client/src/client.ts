/** A typed client of the REST API, for Node, browsers and edge runtimes: nothing but `fetch`. */

import { type Operations, routes } from './api.ts'
import { GleanerError } from './gleaner-error.ts'

export type * from './api.ts'
export { GleanerError } from './gleaner-error.ts'

export interface ClientOptions {
  /** An API key: `glnr_…`. Not needed where the service runs with --no-auth. */
  key?: string
  /** Where the service is; `http://127.0.0.1:8787` by default. A path in it is kept. */
  baseUrl?: string
  /** In place of the global one: for proxies, retries and tests. */
  fetch?: typeof globalThis.fetch
}

export interface RequestOptions {
  /** Ends the request, which is then free of charge, but for an answer of a language model that had begun. */
  signal?: AbortSignal
  /** A name of your choice: the same request sent again under it is done and charged once. */
  idempotencyKey?: string
}

/** A method takes no parameters where none is required. */
type Method<Parameters, Result> =
  Record<never, never> extends Parameters
    ? (parameters?: Parameters, options?: RequestOptions) => Promise<Result>
    : (parameters: Parameters, options?: RequestOptions) => Promise<Result>

/**
 * A method for each operation. Each throws GleanerError where the service refuses or fails, `signal.reason` once that has aborted,
 * and what `fetch` throws where there is no response.
 */
export type Client = {
  [Name in keyof Operations]: Method<Operations[Name]['parameters'], Operations[Name]['result']>
}

const soundKey = /^[\x21-\x7e]+$/

/** Throws TypeError for a key that no header can hold; its message does not quote the key, as that of `Headers` does. */
export function createClient({
  key,
  baseUrl = 'http://127.0.0.1:8787',
  fetch = globalThis.fetch,
}: ClientOptions = {}): Client {
  if (key !== undefined && !soundKey.test(key)) throw new TypeError('key must be printable ASCII without white space')
  const root = baseUrl.replace(/\/+$/, '')

  async function call({ path, takesJson }: Route, parameters: object = {}, options: RequestOptions = {}) {
    const headers = new Headers({ accept: 'application/json' })
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`)
    if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
    if (takesJson) headers.set('content-type', 'application/json')
    const query = takesJson ? '' : String(queryOf(parameters))
    // The service redirects nowhere, and a key follows no other server's redirect.
    const response = await fetch(`${root}${path}${query && `?${query}`}`, {
      headers,
      redirect: 'manual',
      ...(takesJson && { method: 'POST', body: JSON.stringify(parameters) }),
      ...(options.signal && { signal: options.signal }),
    })
    if (!response.ok) throw await GleanerError.from(response)
    return response.json()
  }

  const methods = Object.entries(routes).map(([name, route]) => [
    name,
    (parameters?: object, options?: RequestOptions) => call(route, parameters, options),
  ])
  return Object.fromEntries(methods) as Client
}

type Route = (typeof routes)[keyof Operations]

/** A value that is undefined or null is not given. */
function queryOf(parameters: object): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return query
}
