/** A loopback server with one page of every kind. */

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { get, kindDefinitions, split } from './page-kinds.ts'

export interface KindsOrigin extends AsyncDisposable {
  url: string
}

const readyAfterMs = 1200

/** Serves all kinds on a free port. */
export async function openKinds(): Promise<KindsOrigin> {
  const jobs = new Map<string, number>()
  const others: Record<string, (url: URL, response: ServerResponse, request: IncomingMessage) => void> = {
    '/ask': async (_, response, request) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const { word, ms } = JSON.parse(body)
      setTimeout(() => response.end(word), ms)
    },
    '/say': ({ searchParams }, response) => {
      setTimeout(() => response.end(searchParams.get('word')), Number(searchParams.get('ms')))
    },
    '/ready': ({ searchParams }, response) => {
      const job = searchParams.get('job') ?? ''
      const begun = jobs.get(job) ?? performance.now()
      jobs.set(job, begun)
      response.end(performance.now() - begun > readyAfterMs ? 'kumquat' : '')
    },
    '/never': () => {},
    '/dot.gif': (_, response) => {
      response.writeHead(200, { 'content-type': 'image/gif' })
      response.end(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'))
    },
    '/events': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      setTimeout(() => response.write('data: marigold\n\n'), 200)
    },
    '/hydrate.js': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' })
      response.end(
        `const text = await ${get('gooseberry', 40)}; document.querySelector('#app button').textContent = text`,
      )
    },
    '/worker.js': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' })
      response.end(`setTimeout(() => postMessage(${split('saffron')}), 200)`)
    },
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://origin')
    const other = others[url.pathname]
    if (other) return other(url, response, request)
    const definition = kindDefinitions[/^\/kinds\/(\w+)/.exec(url.pathname)?.[1] ?? '']
    response.writeHead(definition ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    if (typeof definition?.serve === 'function') definition.serve(request, response)
    else response.end(definition?.serve ?? '<p>not found</p>')
  })
  const sockets = new Set<Duplex>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request, socket) => feed(request, socket, ['message-1', 'message-2', 'lavender']))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Accepts a WebSocket and sends short strings, one every 150 ms. @see RFC 6455 */
function feed(request: IncomingMessage, socket: Duplex, texts: string[]): void {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64')
  socket.on('error', () => socket.destroy())
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  for (const [at, text] of texts.entries()) {
    setTimeout(
      () => {
        if (!socket.destroyed) socket.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]))
      },
      150 * (at + 1),
    )
  }
}
