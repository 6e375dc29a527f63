/** The connections of the HTTP server: how many it holds, and which one makes room for a new one. */

import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import { isLoopback } from './host-check.ts'
import { refuseOnSocket } from './response.ts'

interface Connections {
  /** Takes a connection, and ends one that waits where there are too many; refuses it where all of them work. */
  add(socket: Socket): void
  /** The request's connection works until the response has ended. False for a connection that was not taken. */
  begin(request: IncomingMessage, response: ServerResponse): boolean
  /** Whether nothing has arrived on the connection since it was opened, or since its last response. */
  isSilent(socket: Socket): boolean
  /** Connections that are open. */
  count(): number
  endAll(): void
}

/** The connections of one IPv4 address, or of one IPv6 network. One that works on a request is in neither set. */
interface Peer {
  network: string
  count: number
  /** Between requests, or with a head that is not complete; the one that has waited longest first. */
  waiting: Set<Socket>
  /** With a body that is not complete; the oldest first. */
  receiving: Set<Socket>
}

/** At most `max` connections. One peer has at most `maxPerPeer` of them, but for this machine, where a reverse proxy may be. */
export function createConnections(max: number, maxPerPeer: number): Connections {
  const peers = new Map<string, Peer>()
  const held = new Map<Socket, Peer>()
  /** Requests in flight: a client may send the next one before the response. */
  const requests = new WeakMap<Socket, number>()
  /** Bytes that a connection had received when its last response ended. */
  const receivedBefore = new WeakMap<Socket, number>()

  function hasRoomFor(peer: Peer): boolean {
    if (peer.count >= maxPerPeer && !isLoopback(peer.network) && !endOldest([peer])) return false
    return held.size < max || endOldest([...peers.values()])
  }

  /** Ends the connection that has waited longest, of the peer with the most of them; else one whose body does not come. */
  function endOldest(among: readonly Peer[]): boolean {
    for (const kind of ['waiting', 'receiving'] as const) {
      const peer = among.reduce((most, one) => (one[kind].size > most[kind].size ? one : most))
      const [oldest] = peer[kind]
      if (oldest === undefined) continue
      // Its place is free at once: its event comes later.
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
      // It has closed already.
      if (remoteAddress === undefined) return void socket.destroy()
      const network = networkOf(remoteAddress)
      const peer = peers.get(network) ?? { network, count: 0, waiting: new Set(), receiving: new Set() }
      if (!hasRoomFor(peer)) {
        emit('gleaner:limit', { limit: 'connections' })
        const refusal = new ServiceError('overloaded', 'There are too many connections', { retryAfterS: 1 })
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

/** The IPv4 address, or the /64 that an IPv6 address is in: one client may have all addresses of its /64. @see RFC 6177 */
function networkOf(address: string): string {
  const ip = address.replace(/^::ffff:/i, '')
  if (!ip.includes(':') || isLoopback(ip)) return ip
  const [start = ''] = ip.split('::')
  return [...start.split(':'), '0', '0', '0'].slice(0, 4).join(':')
}

/** By its fields: the request itself is not complete yet, whether it has a body or not. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Open files that a process needs besides its connections: databases, logs, worker threads, pipes to a browser. */
const ownFiles = 100

/** `wanted`, or what the process's limit of open files allows: every request in flight may take a second file for its page. */
export function boundConnections(wanted: number, openFiles = openFileLimit()): number {
  return Math.max(8, Math.min(wanted, Math.floor((openFiles - ownFiles) / 2)))
}

/** Node raises the soft limit to the hard one as it starts. Unlimited where it can't be read. */
function openFileLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
