/** Reaches checked addresses through the outgoing proxy. CONNECT always names the address, never a host name. */

import type { Socket } from 'node:net'
import { isIPv6 } from 'node:net'
import { Client } from 'undici'
import { ServiceError } from '../../base/errors.ts'
import { hostOf, portOf } from './host-port.ts'
import { type HostResolver, openSocket, resolveHost, secureSocket, unreachable } from './open-socket.ts'

/** Opens a tunnel to one of the addresses. Throws target_unreachable, whose message names the proxy without its credentials. */
type ProxyTunnel = (addresses: readonly string[], port: number, signal: AbortSignal) => Promise<Socket>

const maxAttempts = 4

export function createProxyTunnel(proxyUrl: string, resolve: HostResolver): ProxyTunnel {
  const proxy = new URL(proxyUrl)
  const host = hostOf(proxy)
  const credentials = credentialsOf(proxy)

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
      headers: { host: target, ...credentials },
      signal,
    })
    if (statusCode >= 200 && statusCode < 300) return socket as Socket
    socket.destroy()
    throw unreachable(`it answered CONNECT ${target} with ${statusCode}`)
  }

  return async (addresses, port, signal) => {
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

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
