/** The session of one page at the egress proxy: its credentials, bytes, connections and refusals. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { ServiceError } from '../../base/errors.ts'
import { hostOf, portOf } from '../guard/address-policy.ts'

interface EgressRefusal {
  host: string
  port: number
  /** One of address_refused, target_unreachable, response_too_large and invalid_response. */
  error: ServiceError
}

/** A session as seen by the proxy. */
export type EgressAccount = ReturnType<typeof createEgressAccount>

/** A session as seen by its page. */
export type EgressSession = Omit<EgressAccount, 'signal' | 'own' | 'count' | 'refuse' | 'hasPassword'>

const maxRefusals = 100

export function createEgressAccount(maxBytes: number, onClose: (username: string) => void) {
  const controller = new AbortController()
  const sockets = new Set<Duplex>()
  const refusals: EgressRefusal[] = []
  const password = randomBytes(24).toString('base64url')
  const digest = digestOf(password)
  let exhausted: ServiceError | null = null

  function end(reason: Error): void {
    controller.abort(reason)
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }

  const account = {
    /** Proxy credentials of this page. The proxy uses them to recognize the page's requests. */
    username: randomBytes(12).toString('base64url'),
    password,
    /** The first 100 requests that were refused or couldn't reach their target, oldest first. */
    refusals: refusals as readonly EgressRefusal[],
    /** Aborts when the session closes or has used up its bytes. */
    signal: controller.signal,
    /** Throws address_refused for a site that the owner excludes. Set before the page loads anything. */
    checkSite: undefined as ((url: URL) => void) | undefined,
    /** Bytes transferred so far in both directions, including the heads of plain requests and responses. */
    bytes: 0,
    /** Destroys the socket when the session closes. */
    own(socket: Duplex): void {
      if (controller.signal.aborted) {
        socket.destroy()
      } else if (!sockets.has(socket)) {
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
      }
    },
    /** Adds to `bytes`, and closes every connection if the total exceeds the limit. */
    count(more: number): void {
      account.bytes += more
      if (account.bytes <= maxBytes || exhausted) return
      exhausted = new ServiceError('response_too_large', `The page and its resources together exceed ${maxBytes} bytes`)
      end(exhausted)
    },
    refuse(refusal: EgressRefusal): void {
      if (refusals.length < maxRefusals) refusals.push(refusal)
    },
    /** Returns the last reason for refusing this URL's host and port, or null. Past the byte limit, the reason is the same for all URLs. */
    reasonFor(text: string): ServiceError | null {
      const url = URL.parse(text)
      if (exhausted || !url) return exhausted
      const [host, port] = [hostOf(url), portOf(url)]
      return refusals.findLast((refusal) => refusal.host === host && refusal.port === port)?.error ?? null
    },
    hasPassword: (candidate: string): boolean => timingSafeEqual(digestOf(candidate), digest),
    /** Forgets the credentials and destroys all of the page's connections. */
    close(): void {
      onClose(account.username)
      end(new DOMException('The page was closed', 'AbortError'))
    },
  }
  return account
}

function digestOf(password: string): Buffer {
  return createHash('sha256').update(password).digest()
}
