/** From an address to the final answer: every hop checked, redirects by hand, a second try where one may help. */

import { pause, withinLimit } from '../deadline.ts'
import { ServiceError } from '../errors.ts'
import type { KeyedSemaphore } from '../semaphore.ts'
import { BrokenConnection } from './body/broken-connection.ts'
import { type Bytes, decodeContent } from './body/read-body.ts'
import type { AddressPolicy } from './guard/address-policy.ts'
import type { ConnectionPool } from './http/connection-pool.ts'
import { createCookieJar } from './http/cookies.ts'
import { emitExchange } from './http/emit-exchange.ts'
import { type ExchangeResponse, exchange } from './http/exchange.ts'

export interface RetrieveRequest {
  url: URL
  signal: AbortSignal
  /** On the clock of `performance.now()`: no second try is begun that could not end. */
  deadlineAt: number
  /** On the wire and decoded. */
  maxBodyBytes: number
  maxRedirects: number
  /** Asked before every hop, for example robots.txt. */
  permit?: (url: URL) => Promise<void>
}

export interface Resource {
  /** The address that answered, with the fragment that a browser would keep. */
  url: URL
  status: number
  headers: Record<string, string>
  /** Content-decoded. */
  body: Bytes
}

export type Retrieve = (request: RetrieveRequest) => Promise<Resource>

interface RetrieveParts {
  policy: AddressPolicy
  connections: ConnectionPool
  /** A permit by host name for every request. */
  hosts: KeyedSemaphore
  headers: Readonly<Record<string, string>>
}

interface DecodedResponse extends ExchangeResponse {
  body: Bytes
}

const retryPauseMs = 300
/** A second try needs at least this much time. */
const retryWorthMs = 500
/** Of the time left; the rest is for the answer in hand, should the second try give none. */
const retryShare = 2 / 3
const worthRetrying = new Set([502, 503, 504])

/** Throws address_refused, too_many_redirects, target_blocked (by `permit`), and all that one exchange throws. */
export function createRetrieve({ policy, connections, hosts, headers }: RetrieveParts): Retrieve {
  async function once(
    url: URL,
    cookie: string | null,
    fresh: boolean,
    request: RetrieveRequest,
  ): Promise<DecodedResponse> {
    const { signal, maxBodyBytes } = request
    const startedAt = performance.now()
    let reply: ExchangeResponse | null = null
    let failed: unknown = null
    try {
      const sent = cookie === null ? headers : { ...headers, cookie }
      reply = await exchange(connections, { url, headers: sent, signal, maxBodyBytes, fresh })
      const body = await decodeContent(reply.wire, reply.headers['content-encoding'] ?? null, maxBodyBytes)
      signal.throwIfAborted()
      return { ...reply, body }
    } catch (error) {
      failed = error
      throw error
    } finally {
      emitExchange(url, startedAt, reply, failed)
    }
  }

  async function twice(url: URL, cookie: string | null, request: RetrieveRequest): Promise<DecodedResponse> {
    const attempt = async (fresh: boolean, signal = request.signal) => {
      const release = await hosts.acquire(url.hostname, signal)
      try {
        return await once(url, cookie, fresh, { ...request, signal })
      } finally {
        release()
      }
    }
    const leftMs = () => request.deadlineAt - performance.now()
    const mayRetry = () => leftMs() > retryPauseMs + retryWorthMs
    let inHand: DecodedResponse | null = null
    try {
      inHand = await attempt(false).catch((error) => {
        if (error instanceof BrokenConnection && error.isStale) return attempt(true)
        throw error
      })
      if (!worthRetrying.has(inHand.status) || !mayRetry()) return inHand
    } catch (error) {
      if (!(error instanceof BrokenConnection)) throw error
      if (!mayRetry()) throw error.told
    }
    await pause(retryPauseMs, request.signal)
    try {
      if (!inHand) return await attempt(true)
      return await withinLimit(request.signal, leftMs() * retryShare, tooLate, (limit) => attempt(true, limit))
    } catch (error) {
      const told = error instanceof BrokenConnection ? error.told : error
      if (inHand && told instanceof ServiceError && !request.signal.aborted) return inHand
      throw told
    }
  }

  return async (request) => {
    const cookies = createCookieJar()
    let { url } = request
    for (let hop = 0; ; hop++) {
      const answer = await explainRedirect(hop, url, async () => {
        policy.checkUrl(url)
        await request.permit?.(url)
        return twice(url, cookies.header(url.origin), request)
      })
      cookies.store(url.origin, answer.setCookies)
      if (answer.location === null) return { url, status: answer.status, headers: answer.headers, body: answer.body }
      if (hop === request.maxRedirects) {
        throw new ServiceError(
          'too_many_redirects',
          `${request.url.host} redirects more than ${request.maxRedirects} times`,
        )
      }
      url = nextUrl(answer.location, url)
    }
  }
}

/** Never told: the answer in hand is. */
function tooLate(): ServiceError {
  return new ServiceError('target_timeout', 'The second try took too long')
}

/** Longer than any browser follows. */
const maxLocationChars = 8192

/** A redirect's target inherits the fragment. @see https://fetch.spec.whatwg.org/#http-redirect-fetch */
function nextUrl(location: string, from: URL): URL {
  if (location.length > maxLocationChars) {
    throw new ServiceError('invalid_response', `${from.host} redirects to an address of ${location.length} characters`)
  }
  const next = URL.parse(location, from.href)
  if (!next) throw new ServiceError('invalid_response', `${from.host} redirects to what is not a URL`)
  // `/b#` has a fragment, though an empty one.
  if (!next.href.includes('#')) next.hash = from.hash
  return next
}

async function explainRedirect<T>(hop: number, url: URL, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (hop === 0 || !(error instanceof ServiceError) || error.type !== 'address_refused') throw error
    const where = url.host === '' ? url.protocol : `${url.protocol}//${url.host}`
    const message = `A redirect to ${where} is refused: ${error.message}`
    throw new ServiceError('address_refused', message, { param: 'url', cause: error })
  }
}
