/** Retrieves a URL: checks every hop, follows redirects, and retries a transient failure once. */

import { createDeadline, lastLoadingTime, pause } from '../base/deadline.ts'
import { ServiceError } from '../base/errors.ts'
import { planRetry, type RetryPolicy } from '../base/retry.ts'
import type { KeyedSemaphore } from '../base/semaphore.ts'
import { noStages } from '../base/stages.ts'
import type { Work } from '../base/work.ts'
import { withoutFragment } from '../html/absolute-url.ts'
import type { PageRequest, Validators } from '../page/page.ts'
import { refreshTarget } from './body/page-refresh.ts'
import { BrokenResponse } from './body/read-body.ts'
import { type AddressPolicy, redirectRefusal } from './guard/address-policy.ts'
import type { ConnectionPool } from './http/connection-pool.ts'
import { type DecodedResponse, sendRequest } from './http/exchange.ts'
import { createCookieJar, isOwn, requestHeaders } from './http/request-headers.ts'

/** The body counts toward the request's share until its bytes are given back. A retry starts only if it can finish before the deadline. */
export interface RetrieveRequest
  extends Work,
    Pick<PageRequest, 'url' | 'checkSite' | 'locale' | 'device' | 'own' | 'validators' | 'followsRefresh'> {
  /** Limit on the body in bytes, both before and after decoding. */
  maxBodyBytes: number
  maxRedirects: number
  /** Called before every hop, for example to check robots.txt. If it throws, the retrieval fails with that error. */
  permit?: (url: URL) => Promise<void>
}

/** `isCut`: the body was cut off shortly before the deadline but holds a whole document. */
export interface RetrievedResource extends Omit<DecodedResponse, 'setCookies' | 'location'> {
  /** The final URL, including the fragment that a browser would keep. */
  url: URL
}

export type Retrieve = (request: RetrieveRequest) => Promise<RetrievedResource>

interface RetrieveParts {
  policy: AddressPolicy
  connections: ConnectionPool
  /** One permit per request, by host name. */
  hosts: KeyedSemaphore
  headers: Readonly<Record<string, string>>
}

/** For requests to targets, by both engines. There is only one retry, because the caller is waiting and the target may be overloaded. */
export const targetRetry: RetryPolicy = { maxAttempts: 2, firstDelayMs: 300, minAttemptMs: 500 }

const transientStatuses = new Set([502, 503, 504])

/** True for statuses of gateways and busy servers, which often recover within moments. */
export function isTransientStatus(status: number): boolean {
  return transientStatuses.has(status)
}

/** Throws address_refused, too_many_redirects, target_blocked (from `permit`), overloaded, and any error from `sendRequest`. */
export function createRetrieve({ policy, connections, hosts, headers }: RetrieveParts): Retrieve {
  /** Checks and requests one hop. If the retry doesn't help, returns the response with the transient status. */
  async function requestHop(url: URL, cookie: string | null, request: RetrieveRequest): Promise<DecodedResponse> {
    const { signal, deadlineAt, share, stages = noStages, maxBodyBytes, locale, device, own, validators } = request
    policy.checkUrl(url)
    request.checkSite?.(url)
    await request.permit?.(url)
    const sent = {
      ...requestHeaders(url, { common: headers, cookie, locale, device, own }),
      ...conditionalHeaders(url, validators),
    }
    // A server may mistake later users of a connection for the caller whose credentials it carried (RFC 4559 §6).
    const isPrivate = isOwn(url, own)

    async function send(fresh: boolean, limit = signal): Promise<DecodedResponse> {
      const release = await stages.during('queue', () => hosts.acquire(url.hostname, limit, share.keyId))
      const ofRequest = { share, stages, maxBodyBytes, cutAt: lastLoadingTime(deadlineAt) }
      try {
        return await sendRequest(connections, { url, headers: sent, signal: limit, ...ofRequest, fresh, isPrivate })
      } finally {
        release()
      }
    }

    const first = await send(false)
      .catch((error) => {
        if (error instanceof BrokenResponse && error.isStale) return send(true)
        throw error
      })
      .catch((error) => {
        if (error instanceof BrokenResponse) return error
        throw error
      })
    if (!(first instanceof BrokenResponse) && !isTransientStatus(first.status)) return first
    const retry = planRetry(targetRetry, { attempt: 1, deadlineAt })
    if (!retry?.isInTime) {
      if (first instanceof BrokenResponse) throw first
      return first
    }
    await pause(retry.delayMs, signal)
    if (first instanceof BrokenResponse) return send(true)
    // A second attempt that takes too long must end in time to return the first response.
    const limit = createDeadline(lastLoadingTime(deadlineAt) - performance.now(), signal)
    try {
      const second = await send(true, limit.signal)
      share.give(first.body.byteLength)
      return second
    } catch (error) {
      if (error instanceof ServiceError && !signal.aborted) return first
      throw error
    } finally {
      limit.clear()
    }
  }

  return async (request) => {
    const cookies = createCookieJar(request.own)
    let { url } = request
    for (let hop = 0; ; hop++) {
      const response = await requestHop(url, cookies.header(url.origin), request).catch((error) => {
        const isRefused = hop > 0 && error instanceof ServiceError && error.type === 'address_refused'
        throw isRefused ? redirectRefusal(url, error) : error
      })
      cookies.store(url.origin, response.setCookies)
      const { location, status, headers, body, isCut } = response
      checkNotModified(url, status, request.validators)
      if (location === null) {
        const target = request.followsRefresh && hop < request.maxRedirects ? refreshTarget({ url, ...response }) : null
        if (target === null) return { url, status, headers, body, isCut }
        request.share.give(body.byteLength)
        url = nextUrl(target, url)
        continue
      }
      if (hop === request.maxRedirects) {
        throw new ServiceError(
          'too_many_redirects',
          `${request.url.host} redirects more than ${request.maxRedirects} times`,
        )
      }
      url = nextUrl(location, url)
    }
  }
}

/** Longer than any redirect URL that browsers follow. */
const maxLocationChars = 8192

/** A redirect's target inherits the fragment. @see https://fetch.spec.whatwg.org/#http-redirect-fetch */
function nextUrl(location: string, from: URL): URL {
  if (location.length > maxLocationChars) {
    throw new ServiceError('invalid_response', `${from.host} redirects to a URL of ${location.length} characters`)
  }
  const next = URL.parse(location, from.href)
  if (!next) throw new ServiceError('invalid_response', `${from.host} redirects to an invalid URL`)
  // `/b#` has a fragment, even though the fragment is empty.
  if (!next.href.includes('#')) next.hash = from.hash
  return next
}

/** Returns headers for the URL that sent the validators, and no headers for any other URL. */
function conditionalHeaders(url: URL, validators: Validators | undefined): Record<string, string> {
  if (!validators || !isOf(url, validators)) return {}
  const { etag, lastModified } = validators
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
}

/** Throws invalid_response for a 304 from a URL that was not requested conditionally. */
function checkNotModified(url: URL, status: number, validators: Validators | undefined): void {
  if (status !== 304 || !validators || isOf(url, validators)) return
  throw new ServiceError('invalid_response', `${url.host} answered an unconditional request with 304`)
}

/** Fragments are not sent, so they make no difference. */
function isOf(url: URL, validators: Validators): boolean {
  return withoutFragment(url.href) === withoutFragment(validators.url)
}
