/** The canary: a server at a forbidden address that counts everything that reaches it. */

import { createSocket } from 'node:dgram'
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'

export interface Canary extends AsyncDisposable {
  port: number
  /** TCP connections so far. */
  readonly tcp: number
  /** UDP datagrams so far. */
  readonly udp: number
  /** Names of the attempts that arrived: `tls` for a TLS hello, `other` for anything without a name. */
  readonly names: Set<string>
  /** The first bytes that each connection has sent. */
  readonly received: string[]
  /** Resolves when everything that has arrived so far has been counted. */
  catchUp(): Promise<void>
}

const hosts = ['127.0.0.1', '::1'] as const

/** Another process may be using the port on the other three sockets, so this tries ports until all four are free. */
async function listenEverywhere(onConnection: (socket: Socket) => void, onMessage: (message: Buffer) => void) {
  for (;;) {
    const servers = hosts.map(() => createTcpServer(onConnection))
    const listeners = [createSocket('udp4', onMessage), createSocket('udp6', onMessage)]
    let port = 0
    try {
      for (const [at, host] of hosts.entries()) {
        const [server, listener] = [servers[at], listeners[at]]
        if (!server || !listener) continue
        await once(server.listen(port, host), 'listening')
        port = (server.address() as AddressInfo).port
        listener.bind(port, host)
        await once(listener, 'listening')
      }
      return { port, servers, listeners }
    } catch (error) {
      for (const opened of [...servers, ...listeners]) opened.close()
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

/** Counts TCP and UDP traffic to one port on 127.0.0.1 and [::1]. Every HTTP request gets a separate connection and an empty response. */
export async function openCanary(): Promise<Canary> {
  const names = new Set<string>()
  const received: string[] = []
  const sockets = new Set<Socket>()
  const datagrams = new EventEmitter()
  let tcp = 0
  let udp = 0

  function onConnection(socket: Socket): void {
    tcp++
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', (chunk) => {
      received.push(chunk.toString('latin1'))
      const [, name] = /^[A-Z]+ \/([^\s?]*)\S* HTTP/.exec(chunk.toString('latin1')) ?? []
      names.add(name === undefined ? (chunk[0] === 0x16 ? 'tls' : 'other') : decodeURIComponent(name))
      socket.end('HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    })
  }

  const onMessage = (message: Buffer) => {
    if (!datagrams.emit(message.toString('latin1'))) udp++
  }
  const { port, servers, listeners } = await listenEverywhere(onConnection, onMessage)

  /** Connections and datagrams are counted in order, so everything that arrived before our own has been counted by then. */
  async function catchUp(): Promise<void> {
    for (const [at, host] of hosts.entries()) {
      const response = connect(port, host).end('GET /catch-up HTTP/1.1\r\n\r\n').resume()
      await once(response, 'close')
      tcp--
      const text = `catch-up ${host}`
      const arrived = once(datagrams, text)
      listeners[at]?.send(text, port, host)
      await arrived
    }
    names.delete('catch-up')
  }

  return {
    port,
    names,
    received,
    get tcp() {
      return tcp
    },
    get udp() {
      return udp
    },
    catchUp,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      for (const listener of listeners) listener.close()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
