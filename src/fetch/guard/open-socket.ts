/** Resolves hosts and keeps the answers for a short time, opens TCP connections and performs TLS handshakes, each with its own error messages. */

import dns from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ServiceError } from '../../base/errors.ts'
import { noStages, type Stages } from '../../base/stages.ts'

export interface ResolvedAddress {
  address: string
  family: number
}

/** Resolves a name to all of its addresses. Rejects with a DNS code such as ENOTFOUND. */
export type HostResolver = (host: string) => Promise<ResolvedAddress[]>

export interface Destination {
  /** Name or address, without brackets. */
  host: string
  port: number
  /** Cancels the connection attempt. Has no effect once the socket is open. */
  signal: AbortSignal
  /** Records how long the name resolution and the connection take. */
  stages?: Stages | undefined
}

const maxNames = 1000
const maxLifetimeMs = 60_000
/** For names without DNS records, such as those in /etc/hosts, and until the lifetime of the records is known. */
const defaultLifetimeMs = 10_000
const failureLifetimeMs = 1000

/**
 * Returns a resolver that keeps each answer of `ask` for as long as its records are valid, but at most a minute. Concurrent requests for a
 * name share one answer. `lifetimeOf` returns milliseconds.
 */
export function createNameCache(ask: HostResolver, lifetimeOf = recordLifetimeMs, now = () => performance.now()) {
  const entries = new Map<string, { answer: Promise<ResolvedAddress[]>; until: number }>()
  const cached: HostResolver = (host) => {
    const known = entries.get(host)
    if (known && now() < known.until) return known.answer
    const entry = { answer: ask(host), until: Number.POSITIVE_INFINITY }
    entries.delete(host)
    entries.set(host, entry)
    for (const oldest of entries.keys()) if (entries.size > maxNames) entries.delete(oldest)
    entry.answer.then(keep, (error: SocketFailure) => {
      // A temporary failure isn't kept, so that the next attempt can succeed.
      entry.until = now() + (error.code === 'ENOTFOUND' ? failureLifetimeMs : 0)
    })
    return entry.answer

    async function keep(addresses: ResolvedAddress[]): Promise<void> {
      const answeredAt = now()
      entry.until = answeredAt + defaultLifetimeMs
      const lifetimeMs = await lifetimeOf(host, addresses).catch(() => defaultLifetimeMs)
      entry.until = answeredAt + Math.min(lifetimeMs, maxLifetimeMs)
    }
  }
  return cached
}

/** Asks the name server how long its records of these kinds are valid. Rejects if it has no records of one kind. */
export async function recordLifetimeMs(host: string, addresses: readonly ResolvedAddress[]): Promise<number> {
  const has = (family: number) => addresses.some((address) => address.family === family)
  const records = await Promise.all([
    has(4) ? dns.resolve4(host, { ttl: true }) : [],
    has(6) ? dns.resolve6(host, { ttl: true }) : [],
  ])
  return Math.min(...records.flat().map(({ ttl }) => ttl)) * 1000
}

/** The lookup of the operating system also reads /etc/hosts and adds search domains, but doesn't say how long its answer is valid. */
export const systemResolver = createNameCache((host) => dns.lookup(host, { all: true, order: 'verbatim' }))

/** Returns all addresses of the host. An address literal resolves to itself. Throws target_unreachable. */
export async function resolveHost(
  host: string,
  resolve: HostResolver,
  stages: Stages = noStages,
): Promise<ResolvedAddress[]> {
  const family = isIP(host)
  if (family > 0) return [{ address: host, family }]
  const resolved = await stages
    .during('name', () => resolve(host))
    .catch((error: SocketFailure) => {
      throw unreachable(`DNS: the name ${host} could not be resolved (${error.code ?? error.message})`, error)
    })
  if (resolved.length === 0) throw unreachable(`DNS: the name ${host} has no address`)
  return resolved
}

/** Dials only the given addresses, one after another. Throws target_unreachable. */
export function openSocket(
  addresses: readonly ResolvedAddress[],
  { host, port, signal }: Destination,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({
      host,
      port,
      noDelay: true,
      autoSelectFamily: true,
      // Node's default of 250 ms is too short for hosts that are merely distant.
      autoSelectFamilyAttemptTimeout: 1000,
      lookup: (_host, _options, callback) => callback(null, [...addresses]),
    })
    settle(socket, 'connect', signal, resolve, (error) =>
      reject(unreachable(`The connection to ${host}:${port} failed (${error.code ?? error.message})`, error)),
    )
  })
}

/**
 * Adds TLS to an open socket and verifies the certificate for `host`. No environment variable disables the check. If it throws
 * target_unreachable, the socket is closed.
 */
export function secureSocket(socket: Socket, { host, signal }: Omit<Destination, 'port'>): Promise<Socket> {
  const name = host.replace(/\.$/, '')
  return new Promise((resolve, reject) => {
    const secured = connectTls({
      socket,
      host: name,
      ...(isIP(name) > 0 ? {} : { servername: name }),
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: true,
    })
    secured.once('close', () => socket.destroy())
    settle(secured, 'secureConnect', signal, resolve, (error) => {
      socket.destroy()
      reject(tlsFailure(error, host))
    })
  })
}

export function unreachable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('target_unreachable', message, { cause })
}

type SocketFailure = Error & { code?: string; reason?: string }

function settle(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  resolve: (socket: Socket) => void,
  fail: (error: SocketFailure) => void,
): void {
  const onAbort = () => socket.destroy(signal.reason)
  const finish = () => signal.removeEventListener('abort', onAbort)
  signal.addEventListener('abort', onAbort)
  // This listener stays, because an error before the caller listens would crash the process. The caller sees `errored` or `close`.
  socket.on('error', (error: SocketFailure) => {
    finish()
    fail(error)
  })
  socket.once(event, () => {
    finish()
    resolve(socket)
  })
  if (signal.aborted) onAbort()
}

function tlsFailure(error: SocketFailure, host: string): ServiceError {
  if (error.code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL') {
    return unreachable(`TLS: ${host} supports only HTTP/2, which needs a browser (render_js=true)`, error)
  }
  return unreachable(`TLS: can't connect securely to ${host} (${error.code ?? error.reason ?? error.message})`, error)
}
