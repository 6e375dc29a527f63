/** A server in front of real Chromiums that behaves like browserless. */

import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type ChromiumProcess, startChromium } from './chromium-process.ts'

interface FarmFront extends AsyncDisposable {
  port: number
  /** Launch options of each browser, in order. */
  launches: { args: string[]; [name: string]: unknown }[]
  /** Running browsers. */
  readonly running: number
}

/** `ws://HOST:PORT?token=TOKEN&launch={"args":[…]}`, with one browser per connection. Ignores the flags unless `obeys`. */
export async function openBrowserless({ token = '', obeys = true } = {}): Promise<FarmFront> {
  const launches: FarmFront['launches'] = []
  const browsers = new Set<ChromiumProcess>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://farm')
    if ((url.searchParams.get('token') ?? '') !== token)
      return response.writeHead(401).end('Bad or missing authentication.')
    if (url.pathname !== '/json/version') return response.writeHead(404).end('Not Found')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ Browser: 'HeadlessChrome/1', webSocketDebuggerUrl: 'ws://0.0.0.0:3000' }))
  })
  server.on('upgrade', async (request, socket: Socket, head) => {
    socket.on('error', () => socket.destroy())
    const url = new URL(request.url ?? '', 'http://farm')
    if ((url.searchParams.get('token') ?? '') !== token) return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
    const launch = { args: [], ...JSON.parse(url.searchParams.get('launch') ?? '{}') }
    launches.push(launch)
    const browser = await startChromium(obeys ? launch.args : [])
    browsers.add(browser)
    joinDevtools(request, socket, { browser, head })
    socket.once('close', async () => {
      await browser[Symbol.asyncDispose]()
      browsers.delete(browser)
    })
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const front: FarmFront = {
    ...{ port: (server.address() as AddressInfo).port, launches },
    running: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await Promise.all([...browsers].map((browser) => browser[Symbol.asyncDispose]()))
    },
  }
  return Object.defineProperty(front, 'running', { get: () => browsers.size })
}

/** Forwards the upgrade to the browser, and every byte after it. */
function joinDevtools(
  request: IncomingMessage,
  socket: Socket,
  { browser, head }: { browser: ChromiumProcess; head: Buffer },
): void {
  const inner = connect(browser.port, '127.0.0.1')
  const fields = ['upgrade', 'connection', 'sec-websocket-key', 'sec-websocket-version', 'sec-websocket-extensions']
  const lines = fields.flatMap((name) => (request.headers[name] ? [`${name}: ${request.headers[name]}`] : []))
  inner.write(`GET ${browser.path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('\r\n')}\r\n\r\n`)
  inner.write(head)
  inner.on('error', () => socket.destroy())
  socket.once('close', () => inner.destroy())
  inner.once('close', () => socket.destroy())
  socket.pipe(inner).pipe(socket)
}
