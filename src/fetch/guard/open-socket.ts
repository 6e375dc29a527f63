/** One TCP connection, one TLS handshake: opened under a signal, and when they fail, told apart. */

import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ServiceError } from '../../errors.ts'

export interface ResolvedAddress {
  address: string
  family: number
}

/** Name → every address that it has. Rejects with a DNS code such as ENOTFOUND. */
export type HostResolver = (host: string) => Promise<ResolvedAddress[]>

export interface Destination {
  /** Name or address, without brackets. */
  host: string
  port: number
  /** Ends the dial; afterwards the socket is the caller's. */
  signal: AbortSignal
}

export const systemResolver: HostResolver = (host) => lookup(host, { all: true, order: 'verbatim' })

/** Every address of the host; an address literal is its own. Throws target_unreachable. */
export async function resolveHost(host: string, resolve: HostResolver): Promise<ResolvedAddress[]> {
  const family = isIP(host)
  if (family > 0) return [{ address: host, family }]
  const answers = await resolve(host).catch((error: Failure) => {
    throw unreachable(`DNS: the name ${host} could not be resolved (${error.code ?? error.message})`, error)
  })
  if (answers.length === 0) throw unreachable(`DNS: the name ${host} has no address`)
  return answers
}

/** Dials the answers one after the other and no other address. Throws target_unreachable. */
export function openSocket(answers: readonly ResolvedAddress[], { host, port, signal }: Destination): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({
      host,
      port,
      noDelay: true,
      autoSelectFamily: true,
      // Node's default of 250 ms gives up on hosts that are merely far away.
      autoSelectFamilyAttemptTimeout: 1000,
      lookup: (_host, _options, callback) => callback(null, [...answers]),
    })
    settle(socket, 'connect', signal, resolve, (error) => reject(dialFailure(error, `${host}:${port}`)))
  })
}

/**
 * TLS over an open socket; `host` is what the certificate must name. No environment variable switches that off.
 * Throws target_unreachable and closes the socket.
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

type Failure = Error & { code?: string; reason?: string }

function settle(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  resolve: (socket: Socket) => void,
  fail: (error: Failure) => void,
): void {
  const onAbort = () => socket.destroy(signal.reason)
  const finish = () => signal.removeEventListener('abort', onAbort)
  signal.addEventListener('abort', onAbort)
  // Stays on: an error before the next owner listens would end the process. The owner sees it as `errored` or `close`.
  socket.on('error', (error: Failure) => {
    finish()
    fail(error)
  })
  socket.once(event, () => {
    finish()
    resolve(socket)
  })
  if (signal.aborted) onAbort()
}

const dialReasons: Record<string, string> = {
  ECONNREFUSED: 'was refused',
  ECONNRESET: 'was reset',
  ETIMEDOUT: 'timed out',
  EHOSTUNREACH: 'failed, there is no route to it',
  ENETUNREACH: 'failed, its network is unreachable',
}

function dialFailure(error: Failure, where: string): ServiceError {
  const code = error.code ?? error.message
  return unreachable(`The connection to ${where} ${dialReasons[code] ?? 'failed'} (${code})`, error)
}

function tlsFailure(error: Failure, host: string): ServiceError {
  return unreachable(`TLS: no secure connection to ${host} (${error.code ?? error.reason ?? error.message})`, error)
}
