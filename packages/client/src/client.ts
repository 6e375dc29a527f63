/** A typed client for the REST API. It needs only `fetch`, so it runs in Node, browsers and edge runtimes. */

import { type Operations, routes, type ScrapeContent, type ScrapeParameters, type ScrapeResult } from './api.ts'
import { type ErrorBody, GleanerError } from './gleaner-error.ts'

export type * from './api.ts'
export type { ErrorBody } from './gleaner-error.ts'
export { GleanerError } from './gleaner-error.ts'

export interface ClientOptions {
  /** API key, `glnr_…`. Default: the environment variable GLEANER_API_KEY. Not needed if the service runs with --no-auth. */
  key?: string
  /** URL of the service, which may have a path. Default: the environment variable GLEANER_URL, or `http://127.0.0.1:8787`. */
  baseUrl?: string
  /** Time limit for a request and its retries, in milliseconds. Default: 300,000. */
  timeoutMs?: number
  /** Maximum retries after a free, retryable failure. Default: 2. */
  maxRetries?: number
  /** Replaces the global `fetch`, for proxies and tests. */
  fetch?: typeof globalThis.fetch
}

export interface RequestOptions {
  /** Cancels the request. A cancelled request is free unless a language model has already started to answer. */
  signal?: AbortSignal
  /** Any name for the request. Requests with the same name run once and are charged once. */
  idempotencyKey?: string
}

/** A result of `scrape` whose `content` has the type of the requested output. */
export type ScrapeResultOf<Parameters extends ScrapeParameters> = Omit<ScrapeResult, 'content'> & {
  content: ContentOf<Parameters>
}

/** With `json_schema` or `extract_rules`, content is normally an object, but it is Markdown if the page is a sign-in or error page. */
type ContentOf<Parameters> = Parameters extends { prompt: string }
  ? string
  : Parameters extends { json_schema: object } | { extract_rules: object }
    ? Record<string, unknown> | string
    : Parameters extends { output: infer Output extends keyof ScrapeContent }
      ? ScrapeContent[Output]
      : 'output' extends keyof Parameters
        ? ScrapeResult['content']
        : string

/** Parameters of `scrapeBatch`: 1 to 1,000 URLs, and the parameters of `scrape` for all of them. */
export type ScrapeBatchParameters = Omit<ScrapeParameters, 'url' | 'offset'> & { urls: readonly string[] }

/** The result of one URL, or its error. `index` is its position in `urls`. `status` is that of a single request. */
export type ScrapeBatchLine<Content = ScrapeResult['content']> = { index: number; url: string; status: number } & (
  | { result: Omit<ScrapeResult, 'content'> & { content: Content }; error?: never }
  | { error: ErrorBody; result?: never }
)

/** The sums of a batch. */
export interface ScrapeBatchSums {
  ok: number
  failed: number
  credits_charged: number
}

/** The parameters may be omitted if none of them is required. */
type Method<Parameters, Result> =
  Record<never, never> extends Parameters
    ? (parameters?: Parameters, options?: RequestOptions) => Promise<Result>
    : (parameters: Parameters, options?: RequestOptions) => Promise<Result>

/**
 * One method for each operation. Each throws GleanerError if the service refuses or fails, `signal.reason` after the signal aborts, a
 * TimeoutError after `timeoutMs`, and an Error that names the service's URL if it can't be reached.
 */
export type Client = {
  [Name in Exclude<keyof Operations, 'scrape'>]: Operations[Name] extends { document: infer Document }
    ? (
        document: Document,
        parameters?: Operations[Name]['parameters'],
        options?: RequestOptions,
      ) => Promise<Operations[Name]['result']>
    : Method<Operations[Name]['parameters'], Operations[Name]['result']>
} & {
  scrape<const Parameters extends ScrapeParameters>(
    parameters: Parameters & Record<Exclude<keyof Parameters, keyof ScrapeParameters>, never>,
    options?: RequestOptions,
  ): Promise<ScrapeResultOf<Parameters>>
  /**
   * Yields a line for each URL as it finishes, and returns the sums. Leaving the loop cancels the URLs that have not started. Throws like
   * the other methods, and an Error if the response is cut off. `timeoutMs` limits the time until the response begins.
   */
  scrapeBatch<const Parameters extends ScrapeBatchParameters>(
    parameters: Parameters & Record<Exclude<keyof Parameters, keyof ScrapeBatchParameters>, never>,
    options?: Pick<RequestOptions, 'signal'>,
  ): AsyncGenerator<ScrapeBatchLine<ContentOf<Parameters>>, ScrapeBatchSums>
}

const validKey = /^[\x21-\x7e]+$/

/** Throws a TypeError if the key can't be sent in a header. Unlike the message of `Headers`, its message doesn't contain the key. */
export function createClient({
  key = environment().GLEANER_API_KEY || undefined,
  baseUrl = environment().GLEANER_URL || 'http://127.0.0.1:8787',
  timeoutMs = 300_000,
  maxRetries = 2,
  fetch = globalThis.fetch,
}: ClientOptions = {}): Client {
  if (key !== undefined && !validKey.test(key)) throw new TypeError('key must be printable ASCII without white space')
  const root = baseUrl.replace(/\/+$/, '')

  function headersFor(accept: string): Headers {
    return new Headers({ accept, ...(key !== undefined && { authorization: `Bearer ${key}` }) })
  }

  async function* scrapeBatch(parameters: object, { signal }: RequestOptions = {}) {
    const slow = new AbortController()
    const timer = setTimeout(() => slow.abort(new DOMException('The request timed out', 'TimeoutError')), timeoutMs)
    const headers = headersFor('application/x-ndjson')
    headers.set('content-type', 'application/json')
    const either = signal ? AbortSignal.any([signal, slow.signal]) : slow.signal
    const init = { method: 'POST', headers, body: JSON.stringify(parameters), signal: either }
    const response = await send('/v1/scrape/batch', init).finally(() => clearTimeout(timer))
    try {
      for await (const line of linesOf(response)) {
        const { done, ...rest } = JSON.parse(line)
        if (done) return rest
        yield rest
      }
    } catch (cause) {
      signal?.throwIfAborted()
      throw new Error(cutOff, { cause })
    }
    throw new Error(cutOff)
  }

  async function call({ path, takes }: Route, given: readonly unknown[]) {
    const [document, parameters = {}, options = {}] = (takes === 'document' ? given : [undefined, ...given]) as Given
    const body = takes === 'json' ? JSON.stringify(parameters) : document
    const headers = headersFor('application/json')
    if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
    if (takes === 'json') headers.set('content-type', 'application/json')
    const query = takes === 'json' ? '' : String(queryOf(parameters))
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    const init: RequestInit = { headers, ...(body !== undefined && { method: 'POST', body }), signal }
    return (await send(`${path}${query && `?${query}`}`, init)).json()
  }

  /** Resolves with a successful response. */
  async function send(target: string, init: RequestInit): Promise<Response> {
    for (let retries = 0; ; retries++) {
      // The service never redirects, and the key must not follow another server's redirect.
      const response = await fetch(root + target, { ...init, redirect: 'manual' }).catch((error: unknown) => {
        init.signal?.throwIfAborted()
        throw new Error(`The Gleaner service at ${root} can't be reached`, { cause: error })
      })
      if (response.ok) return response
      const error = await GleanerError.from(response)
      if (!error.retryable || error.creditsCharged > 0 || retries >= maxRetries) throw error
      await pause(1000 * (error.retryAfterS ?? 2 ** retries), init.signal)
    }
  }

  const methods = Object.entries(routes).map(([name, route]) => [name, (...given: unknown[]) => call(route, given)])
  return { ...Object.fromEntries(methods), scrapeBatch } as Client
}

const cutOff = 'The response was cut off before the last line, so URLs without a line may not have been scraped'

/** Yields the lines of a response. Stops receiving it once the caller leaves the loop. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let pieces: string[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const [first = '', ...further] = decoder.decode(value, { stream: true }).split('\n')
      pieces.push(first)
      for (const next of further) {
        yield pieces.join('')
        pieces = [next]
      }
    }
  } finally {
    // Rejects if receiving has failed, which was thrown above.
    await reader.cancel().catch(() => {})
  }
}

/** Edge runtimes and browsers have no environment variables. */
function environment(): Record<string, string | undefined> {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env ?? {}
}

/** Rejects with the signal's reason. */
function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
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
