/** A server with every fault in the list. Each has a separate path, and a separate socket if the connection itself is faulty. */

import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { certificate, certificateKey } from '../../../test/fetch/certificate.ts'
import type { OriginFault } from './faults.ts'

interface BrokenOrigin {
  /** Returns the URL at which the fault occurs. */
  urlOf(fault: OriginFault): string
  /** A page without faults. */
  honestUrl: string
  /** Returns the number of open connections. */
  connections(): number
  close(): Promise<void>
}

const honestPage = '<!doctype html><title>Honest</title><p>An honest page.</p>'

export async function openBrokenOrigin(faults: readonly OriginFault[], random: () => number): Promise<BrokenOrigin> {
  const sockets = new Set<Socket>()
  const servers: Server[] = []
  const urls = new Map<OriginFault, string>()

  async function listen(server: Server): Promise<number> {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => sockets.delete(socket))
    })
    server.on('tlsClientError', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    return (server.address() as AddressInfo).port
  }

  /** Calls `serve` for each request on a connection when its head has arrived. */
  function onRequests(socket: Socket, serve: (path: string) => void): void {
    let received = ''
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const path = received.split(' ', 2)[1] ?? '/'
        received = received.slice(end + 4)
        serve(path)
      }
    })
  }

  const plainPort = await listen(
    createServer((socket) =>
      onRequests(socket, (path) => {
        const at = Number(/^\/(\d+)/.exec(path)?.[1] ?? -1)
        const fault = faults[at]
        if (fault) return fault.serve(socket, { random, path, url: `http://127.0.0.1:${plainPort}/${at}` })
        const head = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${honestPage.length}\r\n\r\n`
        socket.write(head + honestPage)
      }),
    ),
  )
  for (const [at, fault] of faults.entries()) {
    const request = { random, path: '/', url: '' }
    const path = `/${at}`
    if (fault.at === undefined) urls.set(fault, `http://127.0.0.1:${plainPort}${path}`)
    if (fault.at === 'closed port') urls.set(fault, `http://127.0.0.1:${await closedPort()}${path}`)
    if (fault.at === 'on connection' || fault.at === 'plain with https') {
      const port = await listen(
        createServer((socket) => {
          // If nothing read from the socket, this process would never notice the end of the connection.
          socket.resume()
          fault.serve(socket, request)
        }),
      )
      urls.set(fault, `http${fault.at === 'on connection' ? '' : 's'}://127.0.0.1:${port}${path}`)
    }
    if (fault.at === 'tls' || fault.at === 'tls with http') {
      const server = createTlsServer({ key: certificateKey, cert: certificate }, (socket) => {
        onRequests(socket, () => fault.serve(socket, request))
      })
      urls.set(fault, `http${fault.at === 'tls' ? 's' : ''}://127.0.0.1:${await listen(server)}${path}`)
    }
  }

  return {
    urlOf: (fault) => urls.get(fault) ?? '',
    honestUrl: `http://127.0.0.1:${plainPort}/honest`,
    connections: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

/** Returns a port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
