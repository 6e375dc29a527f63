/** Limits the HTTP server's connections, picks one to close when a new one arrives, and closes those whose client doesn't read. */

import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { attempt } from '../../base/attempt.ts'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import { PassingList } from '../../base/passing-list.ts'
import { isLoopback } from './host-check.ts'
import { refuseOnSocket } from './response.ts'

/** The connections of one IPv4 address or IPv6 network. A busy connection is in neither set. */
interface Peer {
  network: string
  count: number
  /** Connections between requests or with an incomplete head, longest idle first. */
  waiting: PassingList<Socket>
  /** Connections with an incomplete body, oldest first. */
  receiving: PassingList<Socket>
}

interface Connection {
  peer: Peer
  /** Number of requests in flight. A client may send another one before the response. */
  requests: number
  /** Bytes that had been received when the last response ended. */
  receivedBefore: number
  /** Bytes that had been sent at the last check, and the number of checks in a row at which other bytes waited. */
  sent: number
  stalledChecks: number
  leavePeer(): void
  leaveAll(): void
}

const checksPerLimit = 3

/**
 * Allows `max` connections, and `maxPerPeer` connections per peer, except for this machine, which may run a reverse proxy. Closes the
 * connection of a response that has made no progress for `drainLimitMs`, or up to a third longer, because unread bytes take up memory.
 */
export function createConnections(max: number, maxPerPeer: number, drainLimitMs = 30_000) {
  const peers = new Map<string, Peer>()
  const all = new PassingList<Socket>()
  const held = new WeakMap<Socket, Connection>()
  // Counts checks instead of time, because the client couldn't read while this process was paused.
  const timer = setInterval(() => endStalled(all, held), drainLimitMs / checksPerLimit).unref()

  function hasRoomFor(peer: Peer): boolean {
    if (peer.count >= maxPerPeer && !isLoopback(peer.network) && !endOldest([peer])) return false
    return all.size < max || endOldest([...peers.values()])
  }

  /** Closes the longest-idle connection of the peer with the most idle ones, or else a connection with an incomplete body. */
  function endOldest(among: readonly Peer[]): boolean {
    for (const kind of ['waiting', 'receiving'] as const) {
      const peer = among.reduce((most, one) => (one[kind].size > most[kind].size ? one : most))
      const { first: oldest } = peer[kind]
      if (oldest === undefined) continue
      // Frees the slot immediately, because the close event comes later.
      remove(oldest)
      oldest.destroy()
      return true
    }
    return false
  }

  function remove(socket: Socket): void {
    const connection = held.get(socket)
    if (!connection) return
    const { peer } = connection
    held.delete(socket)
    connection.leavePeer()
    connection.leaveAll()
    if (--peer.count === 0) peers.delete(peer.network)
  }

  return {
    /** Accepts a connection. If there are too many, closes an idle one, or refuses the new one if all are busy. */
    add(socket: Socket): void {
      const { remoteAddress } = socket
      // The socket is already closed.
      if (remoteAddress === undefined) return void socket.destroy()
      const network = networkOf(remoteAddress)
      const peer = peers.get(network) ?? { network, count: 0, waiting: new PassingList(), receiving: new PassingList() }
      if (!hasRoomFor(peer)) {
        emit('gleaner:limit', { limit: 'connections' })
        socket.on('error', () => {})
        refuseOnSocket(socket, new ServiceError('overloaded', 'Too many connections', { retryAfterS: 1 }))
        return void socket.destroySoon()
      }
      peers.set(network, peer)
      peer.count++
      const leave = { leavePeer: peer.waiting.add(socket), leaveAll: all.add(socket) }
      held.set(socket, { ...{ peer, requests: 0, receivedBefore: 0, sent: -1, stalledChecks: 0 }, ...leave })
      socket.once('close', () => remove(socket))
    },
    /** Marks the request's connection as busy until the response is complete. Returns false for a refused connection. */
    begin(request: IncomingMessage, response: ServerResponse): boolean {
      const { socket } = request
      const connection = held.get(socket)
      if (!connection) return false
      const { peer } = connection
      connection.requests++
      connection.leavePeer()
      if (hasBody(request)) {
        connection.leavePeer = peer.receiving.add(socket)
        request.once('end', connection.leavePeer)
      }
      response.once('close', () => {
        connection.requests--
        connection.receivedBefore = socket.bytesRead
        if (connection.requests > 0 || !held.has(socket)) return
        connection.leavePeer()
        connection.leavePeer = peer.waiting.add(socket)
      })
      return true
    },
    /** True if nothing has arrived on the connection since it was opened, or since its last response. */
    isSilent: (socket: Socket) => socket.bytesRead === (held.get(socket)?.receivedBefore ?? 0),
    count: () => all.size,
    endAll(): void {
      clearInterval(timer)
      for (const socket of all) socket.destroy()
    },
  }
}

/** Closes the connections that have made no progress at the last checks although bytes wait to be sent. */
function endStalled(all: PassingList<Socket>, held: WeakMap<Socket, Connection>): void {
  for (const socket of all) {
    const connection = held.get(socket)
    const sent = socket.bytesWritten - socket.writableLength
    if (!connection) continue
    if (socket.writableLength === 0 || sent !== connection.sent) {
      connection.sent = sent
      connection.stalledChecks = 0
    } else if (++connection.stalledChecks >= checksPerLimit) socket.destroy()
  }
}

/** Returns the IPv4 address or the /64 of an IPv6 address, since one client may own all addresses in a /64. @see RFC 6177 */
function networkOf(address: string): string {
  const ip = address.replace(/^::ffff:/i, '')
  if (!ip.includes(':') || isLoopback(ip)) return ip
  const [start = ''] = ip.split('::')
  return [...start.split(':'), '0', '0', '0'].slice(0, 4).join(':')
}

/** Checks the headers, because even a request without a body is still marked as incomplete at this point. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Open files that a process needs in addition to its connections: databases, logs, worker threads, pipes to a browser. */
const ownFiles = 100

/** Returns `wanted`, or fewer if the process's limit on open files is low. Each request in flight may need a second file for its page. */
export function boundConnections(wanted: number, openFiles = openFileLimit()): number {
  return Math.max(8, Math.min(wanted, Math.floor((openFiles - ownFiles) / 2)))
}

/** Returns the hard limit, to which Node raises the soft limit at startup, or no limit if it can't be read. */
function openFileLimit(): number {
  const limits = attempt(() => readFileSync('/proc/self/limits', 'utf8')) ?? ''
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? []
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
}
