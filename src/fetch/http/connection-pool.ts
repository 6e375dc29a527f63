/** Which connection carries a request: a kept one of the same origin, or a new one through the guard. */

import type { Socket } from 'node:net'
import { Client } from 'undici'
import { ServiceError } from '../../errors.ts'
import { portOf } from '../guard/address-policy.ts'
import type { GuardedDialer } from '../guard/guarded-dialer.ts'
import { createResponseWatch, type ResponseWatch } from './response-watch.ts'

/** One connection, one request at a time: aborting a request closes just its own socket, also while it is being dialled. */
export interface Connection {
  origin: string
  client: Client
  socket: Socket | null
  /** Of the request that it carries now. */
  watch: ResponseWatch
  /** Whether it has carried a request before. */
  isKept: boolean
  /** Of the request that it carries now. */
  signal: AbortSignal
}

export interface ConnectionPool {
  take(url: URL, signal: AbortSignal, options: { fresh: boolean }): Connection
  /** Keeps it for the next request when it is still open. */
  giveBack(connection: Connection): void
  discard(connection: Connection): void
  close(): Promise<void>
}

const maxKept = 64

const limits = {
  maxHeaderSize: 65_536,
  // The caller's signal is the only clock: a slow page is slow, not broken.
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 4000,
  keepAliveMaxTimeout: 15_000,
  pipelining: 1,
  allowH2: false,
  useMilo: false,
} as const

export function createConnectionPool(guard: GuardedDialer): ConnectionPool {
  const open = new Set<Connection>()
  /** Oldest first. */
  const kept: Connection[] = []
  let isClosed = false

  function create(url: URL, signal: AbortSignal): Connection {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const dial = url.protocol === 'https:' ? guard.dialTls : guard.dial
    const client = new Client(url.origin, {
      ...limits,
      connect: (_options, callback) => {
        dial({ host, port: portOf(url), signal: connection.signal }).then(
          (socket) => {
            connection.socket = socket
            connection.watch.attach(socket)
            callback(null, socket)
          },
          (error: Error) => callback(error, null),
        )
      },
    })
    const watch = createResponseWatch()
    const connection: Connection = { origin: url.origin, client, socket: null, watch, isKept: false, signal }
    client.on('disconnect', () => {
      if (forget(connection)) discard(connection)
    })
    open.add(connection)
    return connection
  }

  function forget(connection: Connection): boolean {
    const at = kept.indexOf(connection)
    if (at >= 0) kept.splice(at, 1)
    return at >= 0
  }

  function discard(connection: Connection): void {
    open.delete(connection)
    connection.client.destroy()
  }

  return {
    take(url, signal, { fresh }) {
      if (isClosed) throw new ServiceError('overloaded', 'The service is stopping')
      const known = fresh ? undefined : kept.findLast(({ origin }) => origin === url.origin)
      if (!known) return create(url, signal)
      forget(known)
      known.isKept = true
      known.signal = signal
      known.watch.begin()
      return known
    },
    giveBack(connection) {
      if (isClosed || !connection.socket || connection.socket.destroyed) return discard(connection)
      kept.push(connection)
      if (kept.length > maxKept) discard(kept.shift() as Connection)
    },
    discard,
    async close() {
      isClosed = true
      await Promise.all([...open].map(({ client }) => client.destroy()))
      open.clear()
      kept.length = 0
    },
  }
}
