/** Limits the HTTP server's connections, and picks one to close when a new one arrives. */

import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import { isLoopback } from './host-check.ts'
import { refuseOnSocket } from './response.ts'

interface Connections {
  /** Accepts a connection. If there are too many, closes an idle one, or refuses the new one if all are busy. */
  add(socket: Socket): void
  /** Marks the request's connection as busy until the response is complete. Returns false for a refused connection. */
  begin(request: IncomingMessage, response: ServerResponse): boolean
  /** True if nothing has arrived on the connection since it was opened, or since its last response. */
  isSilent(socket: Socket): boolean
  count(): number
  endAll(): void
}

/** The connections of one IPv4 address or IPv6 network. A busy connection is in neither set. */
interface Peer {
  network: string
  count: number
  /** Connections between requests or with an incomplete head, longest idle first. */
  waiting: Set<Socket>
  /** Connections with an incomplete body, oldest first. */
  receiving: Set<Socket>
}

/** Allows `max` connections, and `maxPerPeer` connections per peer, except for this machine, which may run a reverse proxy. */
export function createConnections(max: number, maxPerPeer: number): Connections {
  const peers = new Map<string, Peer>()
  const held = new Map<Socket, Peer>()
  /** Number of requests in flight by connection. A client may send another one before the response. */
  const requests = new WeakMap<Socket, number>()
  /** Bytes that a connection had received when its last response ended. */
  const receivedBefore = new WeakMap<Socket, number>()

  function hasRoomFor(peer: Peer): boolean {
    if (peer.count >= maxPerPeer && !isLoopback(peer.network) && !endOldest([peer])) return false
    return held.size < max || endOldest([...peers.values()])
  }

  /** Closes the longest-idle connection of the peer with the most idle ones, or else a connection with an incomplete body. */
  function endOldest(among: readonly Peer[]): boolean {
    for (const kind of ['waiting', 'receiving'] as const) {
      const peer = among.reduce((most, one) => (one[kind].size > most[kind].size ? one : most))
      const [oldest] = peer[kind]
      if (oldest === undefined) continue
      // Frees the slot immediately, because the close event comes later.
      remove(oldest)
      oldest.destroy()
      return true
    }
    return false
  }

  function remove(socket: Socket): void {
    const peer = held.get(socket)
    if (!peer) return
    held.delete(socket)
    peer.waiting.delete(socket)
    peer.receiving.delete(socket)
    if (--peer.count === 0) peers.delete(peer.network)
  }

  return {
    add(socket) {
      const { remoteAddress } = socket
      // The socket is already closed.
      if (remoteAddress === undefined) return void socket.destroy()
      const network = networkOf(remoteAddress)
      const peer = peers.get(network) ?? { network, count: 0, waiting: new Set(), receiving: new Set() }
      if (!hasRoomFor(peer)) {
        emit('gleaner:limit', { limit: 'connections' })
        const refusal = new ServiceError('overloaded', 'Too many connections', { retryAfterS: 1 })
        refuseOnSocket(
          socket.on('error', () => {}),
          refusal,
        )
        return socket.destroySoon()
      }
      peers.set(network, peer)
      held.set(socket, peer)
      peer.count++
      peer.waiting.add(socket)
      socket.once('close', () => remove(socket))
    },
    begin(request, response) {
      const { socket } = request
      const peer = held.get(socket)
      if (!peer) return false
      requests.set(socket, (requests.get(socket) ?? 0) + 1)
      peer.waiting.delete(socket)
      if (hasBody(request)) {
        peer.receiving.add(socket)
        request.once('end', () => peer.receiving.delete(socket))
      }
      response.once('close', () => {
        const inFlight = (requests.get(socket) ?? 1) - 1
        requests.set(socket, inFlight)
        receivedBefore.set(socket, socket.bytesRead)
        if (inFlight > 0 || !held.has(socket)) return
        peer.receiving.delete(socket)
        peer.waiting.add(socket)
      })
      return true
    },
    isSilent: (socket) => socket.bytesRead === (receivedBefore.get(socket) ?? 0),
    count: () => held.size,
    endAll() {
      for (const socket of held.keys()) socket.destroy()
    },
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
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
