/** Servers that stand before real Chromiums as farms do: one in the form of browserless, one that speaks WebDriver as Selenium Grid 4 does. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type ChromiumProcess, startChromium } from './chromium-process.ts'

export interface FarmFront extends AsyncDisposable {
  port: number
  /** Flags by which each browser was started, in order. */
  starts: string[][]
  /** Browsers that run. */
  readonly running: number
  /** Stops listening for new connections; those that are open stay. */
  stopListening(): void
}

/** `ws://HOST:PORT?token=TOKEN&launch={"args":[…]}`, a browser for each connection. `obeys` is false for one that leaves the flags out. */
export async function openBrowserless({ token = '', obeys = true } = {}): Promise<FarmFront> {
  const starts: string[][] = []
  const browsers = new Set<ChromiumProcess>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://farm')
    if ((url.searchParams.get('token') ?? '') !== token)
      return response.writeHead(401).end('Bad or missing authentication.')
    if (url.pathname !== '/json/version') return response.writeHead(404).end('Not Found')
    sendJson(response, { Browser: 'HeadlessChrome/1', webSocketDebuggerUrl: 'ws://0.0.0.0:3000' })
  })
  server.on('upgrade', async (request, socket: Socket, head) => {
    socket.on('error', () => socket.destroy())
    const url = new URL(request.url ?? '', 'http://farm')
    if ((url.searchParams.get('token') ?? '') !== token) return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
    const { args = [] } = JSON.parse(url.searchParams.get('launch') ?? '{}')
    starts.push(args)
    const browser = await startChromium(obeys ? args : [])
    browsers.add(browser)
    joinDevtools(request, socket, { browser, head })
    socket.once('close', async () => {
      await browser[Symbol.asyncDispose]()
      browsers.delete(browser)
    })
  })
  return openFront(server, { starts, browsers })
}

interface Session {
  browser: ChromiumProcess
}

export interface GridFront extends FarmFront {
  /** What its nodes say of themselves. */
  availability: 'UP' | 'DRAINING'
}

/** WebDriver's sessions with `se:cdp`, whose address is one that only the grid knows. */
export async function openGrid(): Promise<GridFront> {
  const starts: string[][] = []
  const sessions = new Map<string, Session>()
  const browsers = new Set<ChromiumProcess>()
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request
    if (url === '/status') {
      return sendJson(response, { value: { ready: true, nodes: [{ availability: front.availability }] } })
    }
    if (method === 'POST' && url === '/session') {
      const { capabilities } = JSON.parse(await bodyOf(request))
      const { args } = capabilities.alwaysMatch['goog:chromeOptions']
      starts.push(args)
      const browser = await startChromium(args)
      const id = randomUUID()
      browsers.add(browser)
      sessions.set(id, { browser })
      const cdp = `ws://172.17.0.99:4444/session/${id}/se/cdp`
      return sendJson(response, { value: { sessionId: id, capabilities: { browserName: 'chrome', 'se:cdp': cdp } } })
    }
    const [, id = ''] = /^\/session\/([^/]+)$/.exec(url) ?? []
    const session = sessions.get(id)
    if (method !== 'DELETE' || !session) return response.writeHead(404).end('{"value":{"error":"unknown command"}}')
    sessions.delete(id)
    await session.browser[Symbol.asyncDispose]()
    browsers.delete(session.browser)
    sendJson(response, { value: null })
  })
  server.on('upgrade', (request, socket: Socket, head) => {
    socket.on('error', () => socket.destroy())
    const [, id = ''] = /^\/session\/([^/]+)\/se\/cdp$/.exec(request.url ?? '') ?? []
    const session = sessions.get(id)
    if (!session) return socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
    joinDevtools(request, socket, { browser: session.browser, head })
  })
  const front: GridFront = Object.assign(await openFront(server, { starts, browsers }), { availability: 'UP' as const })
  return front
}

async function openFront(
  server: Server,
  { starts, browsers }: { starts: string[][]; browsers: Set<ChromiumProcess> },
): Promise<FarmFront> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const front: FarmFront = {
    ...{ port: (server.address() as AddressInfo).port, starts },
    running: 0,
    stopListening: () => void server.close(),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await Promise.all([...browsers].map((browser) => browser[Symbol.asyncDispose]()))
    },
  }
  return Object.defineProperty(front, 'running', { get: () => browsers.size })
}

/** Hands the upgrade on to the browser, and every byte after it. */
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

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
