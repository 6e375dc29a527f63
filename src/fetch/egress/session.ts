/** What one page may still send and receive, and why something of it was refused: the account of a page at the egress proxy. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { ServiceError } from '../../errors.ts'
import { portOf } from '../guard/address-policy.ts'

export interface EgressSession {
  /** Proxy credentials of this page: no other way tells the proxy whose request it is. */
  readonly username: string
  readonly password: string
  /** Bytes so far, in both directions, on the wire between the proxy and the origins. */
  readonly bytes: number
  /** What was refused or could not be reached, oldest first; the first 100. */
  readonly refusals: readonly EgressRefusal[]
  /** Why the host and port of this URL were refused the last time, or null. After too many bytes that is the reason for all. */
  reasonFor(url: string): ServiceError | null
  /** Forgets the credentials and destroys every connection of the page. */
  close(): void
}

export interface EgressRefusal {
  host: string
  port: number
  /** address_refused, target_unreachable, response_too_large, invalid_response. */
  error: ServiceError
}

/** The same account as the proxy itself uses it. */
export interface EgressAccount extends EgressSession {
  /** Aborts when the session closes or has used up its bytes. */
  readonly signal: AbortSignal
  /** Destroyed with the session. */
  own(socket: Duplex): void
  /** Adds to `bytes`; past the limit every connection ends. */
  count(bytes: number): void
  refuse(refusal: EgressRefusal): void
  isMine(password: string): boolean
}

const maxRefusals = 100

export function createEgressAccount(maxBytes: number, onClose: (account: EgressAccount) => void): EgressAccount {
  const controller = new AbortController()
  const sockets = new Set<Duplex>()
  const refusals: EgressRefusal[] = []
  const password = randomBytes(24).toString('base64url')
  const digest = digestOf(password)
  let bytes = 0
  let spent: ServiceError | null = null

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
      if (bytes <= maxBytes || spent) return
      spent = new ServiceError('response_too_large', `The page with all its parts is larger than ${maxBytes} bytes`)
      end(spent)
    },
    refuse(refusal) {
      if (refusals.length < maxRefusals) refusals.push(refusal)
    },
    reasonFor(text) {
      const url = URL.parse(text)
      if (spent || !url) return spent
      const [host, port] = [hostOf(url), portOf(url)]
      return refusals.findLast((refusal) => refusal.host === host && refusal.port === port)?.error ?? null
    },
    isMine: (candidate) => timingSafeEqual(digestOf(candidate), digest),
    close() {
      onClose(account)
      end(new DOMException('The page was closed', 'AbortError'))
    },
  }
  return account
}

/** Host as the guard dials it: without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

function digestOf(password: string): Buffer {
  return createHash('sha256').update(password).digest()
}
