/** Calls services that the server's owner has chosen, with one request and one response, through the same guard as page requests. */

import { ServiceError } from '../../base/errors.ts'
import type { Work } from '../../base/work.ts'
import { createGuardedDialer, type GuardedDialerOptions } from '../guard/guarded-dialer.ts'
import { createConnectionPool } from '../http/connection-pool.ts'
import { sendRequest } from '../http/exchange.ts'

/** The response body counts toward the request's share until its bytes are given back. */
export interface ServiceRequest extends Pick<Work, 'signal' | 'share' | 'stages'> {
  url: string
  /** Added to the headers of every call. They may contain a key. */
  headers: Record<string, string>
  /** The body of a POST request, or null for GET. */
  body: string | null
}

export interface ServiceCallerOptions extends GuardedDialerOptions {
  userAgent: string
  /** Limit on a response body in bytes, both before and after decoding. */
  maxBodyBytes: number
}

export type ServiceCaller = ReturnType<typeof createServiceCaller>

export function createServiceCaller(options: ServiceCallerOptions) {
  const { policy, userAgent, maxBodyBytes } = options
  const connections = createConnectionPool(createGuardedDialer(options))
  const commonHeaders = { 'user-agent': userAgent, accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' }

  return {
    /**
     * Never retries, because a call costs money, and never follows redirects, because a key must go only where its owner sends it. Errors and
     * events name the host, but never the URL or a header. Throws address_refused, target_unreachable, response_too_large, invalid_response
     * and `signal.reason`.
     */
    async call({ url: address, headers, body, signal, share, stages }: ServiceRequest) {
      const url = new URL(address)
      policy.checkUrl(url)
      const allHeaders = { ...commonHeaders, ...headers }
      const request = { url, headers: allHeaders, signal, share, stages, maxBodyBytes, fresh: true, body }
      const response = await sendRequest(connections, request)
      if (response.location !== null) throw new ServiceError('invalid_response', `${url.host} answered with a redirect`)
      return { status: response.status, body: response.body }
    },
    close: () => connections.close(),
  }
}
