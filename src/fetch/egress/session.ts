/** The session of one page at the egress proxy: its credentials, bytes, connections and refusals. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { ServiceError } from '../../base/errors.ts'
import { hostOf, portOf } from '../guard/host-port.ts'

export interface EgressSession {
  /** Proxy credentials of this page. The proxy uses them to recognize the page's requests. */
  readonly username: string
  readonly password: string
  /** Bytes transferred so far in both directions, including the heads of plain requests and responses. */
  readonly bytes: number
  /** The first 100 requests that were refused or couldn't reach their target, oldest first. */
  readonly refusals: readonly EgressRefusal[]
  /** Throws address_refused for a site that the owner excludes. Set before the page loads anything. */
  checkSite?: ((url: URL) => void) | undefined
  /** Returns the last reason for refusing this URL's host and port, or null. Past the byte limit, the reason is the same for all URLs. */
  reasonFor(url: string): ServiceError | null
  /** Forgets the credentials and destroys all of the page's connections. */
  close(): void
}

interface EgressRefusal {
  host: string
  port: number
  /** One of address_refused, target_unreachable, response_too_large and invalid_response. */
  error: ServiceError
}

/** A session as seen by the proxy. */
export interface EgressAccount extends EgressSession {
  /** Aborts when the session closes or has used up its bytes. */
  readonly signal: AbortSignal
  /** Destroys the socket when the session closes. */
  own(socket: Duplex): void
  /** Adds to `bytes`, and closes every connection if the total exceeds the limit. */
  count(bytes: number): void
  refuse(refusal: EgressRefusal): void
  hasPassword(candidate: string): boolean
}

const maxRefusals = 100

export function createEgressAccount(maxBytes: number, onClose: (account: EgressAccount) => void): EgressAccount {
  const controller = new AbortController()
  const sockets = new Set<Duplex>()
  const refusals: EgressRefusal[] = []
  const password = randomBytes(24).toString('base64url')
  const digest = digestOf(password)
  let bytes = 0
  let exhausted: ServiceError | null = null

  function end(reason: Error): void {
    controller.abort(reason)
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }

  const account: EgressAccount = {
    username: randomBytes(12).toString('base64url'),
    password,
    refusals,
    signal: controller.signal,
    get bytes() {
      return bytes
    },
    own(socket) {
      if (controller.signal.aborted) {
        socket.destroy()
      } else if (!sockets.has(socket)) {
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
      }
    },
    count(more) {
      bytes += more
      if (bytes <= maxBytes || exhausted) return
      exhausted = new ServiceError('response_too_large', `The page and its resources together exceed ${maxBytes} bytes`)
      end(exhausted)
    },
    refuse(refusal) {
      if (refusals.length < maxRefusals) refusals.push(refusal)
    },
    reasonFor(text) {
      const url = URL.parse(text)
      if (exhausted || !url) return exhausted
      const [host, port] = [hostOf(url), portOf(url)]
      return refusals.findLast((refusal) => refusal.host === host && refusal.port === port)?.error ?? null
    },
    hasPassword: (candidate) => timingSafeEqual(digestOf(candidate), digest),
    close() {
      onClose(account)
      end(new DOMException('The page was closed', 'AbortError'))
    },
  }
  return account
}

function digestOf(password: string): Buffer {
  return createHash('sha256').update(password).digest()
}
