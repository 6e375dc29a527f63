/** The only way to connect to a target: resolves a host once, dials only checked addresses, and checks the peer's address again. */

import { isIPv6, type Socket } from 'node:net'
import { Client } from 'undici'
import { withinLimit } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import { noStages } from '../../base/stages.ts'
import { type AddressPolicy, basicAuthorization, hostOf, portOf } from './address-policy.ts'
import {
  type Destination,
  type HostResolver,
  openSocket,
  resolveHost,
  secureSocket,
  systemResolver,
  unreachable,
} from './open-socket.ts'

export interface GuardedDialerOptions {
  policy: AddressPolicy
  /** Outgoing `http://` or `https://` proxy, with credentials as user info. Its own address is exempt from the policy. */
  proxyUrl?: string | null
  /** The system's resolver by default. */
  resolve?: HostResolver
  /** Time limit in milliseconds for the connection, and again for the TLS handshake. */
  connectLimitMs?: number
}

export type GuardedDialer = ReturnType<typeof createGuardedDialer>

export function createGuardedDialer(options: GuardedDialerOptions) {
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

  /**
   * Opens a TCP connection to a checked address, through the outgoing proxy if there is one. Throws address_refused, target_unreachable or
   * `signal.reason`.
   */
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
    /** Opens a TLS connection in the same way, and verifies the certificate for `host`. */
    async dialTls(destination: Destination): Promise<Socket> {
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

const maxAttempts = 4

function createProxyTunnel(proxyUrl: string, resolve: HostResolver) {
  const proxy = new URL(proxyUrl)
  const host = hostOf(proxy)
  const authorization = basicAuthorization(proxy)

  /** The proxy's own address is exempt from the policy, because the operator has configured it. */
  async function dialProxy(signal: AbortSignal): Promise<Socket> {
    const resolved = await resolveHost(host, resolve)
    signal.throwIfAborted()
    const socket = await openSocket(resolved, { host, port: portOf(proxy), signal })
    return proxy.protocol === 'https:' ? secureSocket(socket, { host, signal }) : socket
  }

  async function connectTo(target: string, signal: AbortSignal): Promise<Socket> {
    const client = new Client(proxy.origin, {
      connect: (_options, callback) => {
        dialProxy(signal).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        )
      },
    })
    const { statusCode, socket } = await client.connect({
      path: target,
      headers: { host: target, ...(authorization !== null && { 'proxy-authorization': authorization }) },
      signal,
    })
    if (statusCode >= 200 && statusCode < 300) return socket as Socket
    socket.destroy()
    throw unreachable(`it answered CONNECT ${target} with ${statusCode}`)
  }

  /** Opens a tunnel to one of the addresses. Throws target_unreachable, whose message names the proxy without its credentials. */
  return async (addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> => {
    const failures: Error[] = []
    // IPv4 comes first because many proxies don't support IPv6, while nearly all support IPv4.
    const ordered = addresses.toSorted((a, b) => Number(isIPv6(a)) - Number(isIPv6(b))).slice(0, maxAttempts)
    for (const address of ordered) {
      signal.throwIfAborted()
      try {
        return await connectTo(isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`, signal)
      } catch (error) {
        failures.push(error as Error)
      }
    }
    const [first] = failures
    const what = first instanceof ServiceError ? first.message : 'it closed the connection'
    throw unreachable(`The outgoing proxy ${proxy.host} failed: ${what}`, first)
  }
}
