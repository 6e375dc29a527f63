/** Provides connections to origins. A request reuses an open connection to its origin, or opens a new one through the guard. */

import type { Socket } from 'node:net'
import { Client } from 'undici'
import { ServiceError } from '../../base/errors.ts'
import type { Stages } from '../../base/stages.ts'
import { maxOriginHeaderBytes } from '../../contract/service-limits.ts'
import { hostOf, portOf } from '../guard/address-policy.ts'
import type { GuardedDialer } from '../guard/guarded-dialer.ts'

/** Carries one request at a time. Aborting a request therefore closes only its own socket, even while it is being dialled. */
export interface PooledConnection {
  origin: string
  client: Client
  /** Null until it is connected. */
  socket: Socket | null
  /** True if it has carried a request before. */
  isKept: boolean
  signal: AbortSignal
  stages: Stages
}

interface ConnectionRequest extends Pick<PooledConnection, 'signal' | 'stages'> {
  /** True to require a new connection. */
  fresh: boolean
}

const maxKept = 64

const clientOptions = {
  maxHeaderSize: maxOriginHeaderBytes,
  // The caller's signal is the only time limit, because a slow page isn't broken.
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 4000,
  keepAliveMaxTimeout: 15_000,
  pipelining: 1,
  allowH2: false,
  useMilo: false,
} as const

export type ConnectionPool = ReturnType<typeof createConnectionPool>

export function createConnectionPool(dialer: GuardedDialer) {
  const open = new Set<PooledConnection>()
  /** Kept connections, in the order in which they were returned. */
  const kept: PooledConnection[] = []
  let isClosed = false

  function create(url: URL, { signal, stages }: ConnectionRequest): PooledConnection {
    const { origin } = url
    const dial = url.protocol === 'https:' ? dialer.dialTls : dialer.dial
    const client = new Client(origin, {
      ...clientOptions,
      connect: (_options, callback) => {
        // The signal and the stages are those of the current request.
        const { signal, stages } = connection
        dial({ host: hostOf(url), port: portOf(url), signal, stages }).then(
          (socket) => {
            connection.socket = socket
            callback(null, socket)
          },
          (error: Error) => callback(error, null),
        )
      },
    })
    const connection: PooledConnection = { origin, client, socket: null, isKept: false, signal, stages }
    client.on('disconnect', () => {
      if (forget(connection)) discard(connection)
    })
    open.add(connection)
    return connection
  }

  /** Removes the connection from the kept ones, and returns false if it wasn't among them. */
  function forget(connection: PooledConnection): boolean {
    const at = kept.indexOf(connection)
    if (at >= 0) kept.splice(at, 1)
    return at >= 0
  }

  function discard(connection: PooledConnection): void {
    open.delete(connection)
    connection.client.destroy()
  }

  return {
    /** Throws overloaded once the pool is closed. */
    take(url: URL, request: ConnectionRequest): PooledConnection {
      if (isClosed) throw new ServiceError('overloaded', 'The service is stopping')
      const connection = request.fresh ? undefined : kept.findLast(({ origin }) => origin === url.origin)
      if (!connection) return create(url, request)
      forget(connection)
      connection.isKept = true
      connection.signal = request.signal
      connection.stages = request.stages
      return connection
    },
    /** Keeps the connection for the next request if it is still open. */
    giveBack(connection: PooledConnection): void {
      if (isClosed || !connection.socket || connection.socket.destroyed) return void discard(connection)
      kept.push(connection)
      if (kept.length > maxKept) discard(kept.shift() as PooledConnection)
    },
    discard,
    async close(): Promise<void> {
      isClosed = true
      await Promise.all([...open].map(({ client }) => client.destroy()))
      open.clear()
      kept.length = 0
    },
  }
}
