/** The only way to connect to a target: resolves a host once, dials only checked addresses, and checks the peer's address again. */

import type { Socket } from 'node:net'
import { withinLimit } from '../../base/deadline.ts'
import type { ServiceError } from '../../base/errors.ts'
import { noStages } from '../../base/stages.ts'
import type { AddressPolicy } from './address-policy.ts'
import {
  type Destination,
  type HostResolver,
  openSocket,
  resolveHost,
  secureSocket,
  systemResolver,
  unreachable,
} from './open-socket.ts'
import { createProxyTunnel } from './proxy-tunnel.ts'

export interface GuardedDialer {
  /**
   * Opens a TCP connection to a checked address, through the outgoing proxy if there is one.
   * Throws address_refused, target_unreachable or `signal.reason`.
   */
  dial(destination: Destination): Promise<Socket>
  /** Opens a TLS connection in the same way, and verifies the certificate for `host`. */
  dialTls(destination: Destination): Promise<Socket>
}

export interface GuardedDialerOptions {
  policy: AddressPolicy
  /** Outgoing `http://` or `https://` proxy, with credentials as user info. Its own address is exempt from the policy. */
  proxyUrl?: string | null
  /** The system's resolver by default. */
  resolve?: HostResolver
  /** Time limit in milliseconds for the connection, and again for the TLS handshake. */
  connectLimitMs?: number
}

export function createGuardedDialer(options: GuardedDialerOptions): GuardedDialer {
  const { policy, proxyUrl = null, resolve = systemResolver, connectLimitMs = 5000 } = options
  const tunnel = proxyUrl === null ? null : createProxyTunnel(proxyUrl, resolve)
  const via = proxyUrl === null ? '' : ` through the outgoing proxy ${new URL(proxyUrl).host}`

  async function dialChecked({ host, port, signal, stages = noStages }: Destination): Promise<Socket> {
    policy.checkHost(host, port)
    const resolved = await resolveHost(host, resolve, stages)
    const addresses = resolved.map(({ address }) => address)
    policy.checkResolved(host, addresses)
    signal.throwIfAborted()
    if (tunnel) return stages.during('connection', () => tunnel(addresses, port, signal))
    const socket = await stages.during('connection', () => openSocket(resolved, { host, port, signal }))
    try {
      // The address is undefined if the socket has already closed, which the caller will notice.
      if (socket.remoteAddress !== undefined) policy.checkResolved(host, [socket.remoteAddress])
    } catch (error) {
      socket.destroy()
      throw error
    }
    return socket
  }

  function dial({ host, port, signal, stages }: Destination): Promise<Socket> {
    return withinLimit(
      signal,
      connectLimitMs,
      tooSlow(`No connection to ${host}:${port}${via}`, connectLimitMs),
      (limit) => dialChecked({ host, port, signal: limit, stages }),
    )
  }

  return {
    dial,
    async dialTls(destination) {
      const { host, signal, stages = noStages } = destination
      const socket = await dial(destination)
      try {
        const late = tooSlow(`TLS: can't connect securely to ${host}`, connectLimitMs)
        return await withinLimit(signal, connectLimitMs, late, (limit) =>
          stages.during('connection', () => secureSocket(socket, { host, signal: limit })),
        )
      } catch (error) {
        socket.destroy()
        throw error
      }
    },
  }
}

function tooSlow(what: string, limitMs: number): () => ServiceError {
  return () => unreachable(`${what} within ${limitMs / 1000} seconds`)
}
