/** A call of a service that the server's owner has chosen: one request, one answer, through the same guard as every page. */

import { ServiceError } from '../../errors.ts'
import { BrokenConnection } from '../body/broken-connection.ts'
import { type Bytes, decodeContent } from '../body/read-body.ts'
import type { AddressPolicy } from '../guard/address-policy.ts'
import { createGuardedDialer } from '../guard/guarded-dialer.ts'
import type { HostResolver } from '../guard/open-socket.ts'
import { createConnectionPool } from '../http/connection-pool.ts'
import { emitExchange } from '../http/emit-exchange.ts'
import { type ExchangeResponse, exchange } from '../http/exchange.ts'

export interface ServiceRequest {
  url: string
  /** Beside the ones that every call has; they may carry a key. */
  headers: Record<string, string>
  /** Sent by POST; null for a GET. */
  body: string | null
  signal: AbortSignal
}

export interface ServiceResponse {
  status: number
  /** Content-decoded. */
  body: Bytes
}

export interface ServiceCaller {
  /**
   * Neither repeated nor led elsewhere: a call costs money, and a key goes only where its owner sent it. What is thrown
   * and told names the host, never the address or a header.
   * Throws address_refused, target_unreachable, response_too_large, invalid_response and `signal.reason`.
   */
  call(request: ServiceRequest): Promise<ServiceResponse>
  close(): Promise<void>
}

export interface ServiceCallerOptions {
  policy: AddressPolicy
  userAgent: string
  /** Cap on an answer, on the wire and decoded. */
  maxBodyBytes: number
  /** Outgoing proxy with its credentials, or null. */
  proxyUrl: string | null
  resolve?: HostResolver
}

export function createServiceCaller(options: ServiceCallerOptions): ServiceCaller {
  const { policy, userAgent, maxBodyBytes } = options
  const connections = createConnectionPool(createGuardedDialer(options))
  const common = { 'user-agent': userAgent, accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' }

  return {
    async call({ url: address, headers, body, signal }) {
      const url = new URL(address)
      const startedAt = performance.now()
      let reply: ExchangeResponse | null = null
      let failed: unknown = null
      try {
        policy.checkUrl(url)
        const all = { ...common, ...headers }
        reply = await exchange(connections, { url, headers: all, signal, maxBodyBytes, fresh: true, body })
        if (reply.location !== null) throw new ServiceError('invalid_response', `${url.host} answered with a redirect`)
        const encoding = reply.headers['content-encoding'] ?? null
        return { status: reply.status, body: await decodeContent(reply.wire, encoding, maxBodyBytes) }
      } catch (error) {
        failed = error
        throw error instanceof BrokenConnection ? error.told : error
      } finally {
        emitExchange(url, startedAt, reply, failed)
      }
    },
    close: () => connections.close(),
  }
}
