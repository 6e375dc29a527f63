/** The page that tries every way out, and the canary that counts what got through. */

import { createSocket } from 'node:dgram'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { type Targets, type Way, ways } from './fence-ways.ts'

export interface Canary extends AsyncDisposable {
  port: number
  /** TCP connections so far. */
  readonly tcp: number
  /** UDP datagrams so far. */
  readonly udp: number
  /** Names of the ways by which something arrived; `tls` for a TLS hello, `other` for what names no way. */
  readonly names: Set<string>
  /** Resolves when everything that has arrived so far is counted. */
  catchUp(): Promise<void>
}

const hosts = ['127.0.0.1', '::1'] as const

/** Counts on 127.0.0.1 and [::1], TCP and UDP, one port for all; every HTTP request gets its own connection and an empty response. */
export async function openCanary(): Promise<Canary> {
  const names = new Set<string>()
  const sockets = new Set<Socket>()
  const datagrams = new EventEmitter()
  let tcp = 0
  let udp = 0

  function onConnection(socket: Socket): void {
    tcp++
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', (chunk) => {
      const [, name] = /^[A-Z]+ \/([^\s?]*)\S* HTTP/.exec(chunk.toString('latin1')) ?? []
      names.add(name === undefined ? (chunk[0] === 0x16 ? 'tls' : 'other') : decodeURIComponent(name))
      socket.end('HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    })
  }

  const servers = hosts.map(() => createTcpServer(onConnection))
  const listeners = [createSocket('udp4'), createSocket('udp6')]
  let port = 0
  for (const [at, host] of hosts.entries()) {
    const [server, listener] = [servers[at], listeners[at]]
    if (!server || !listener) continue
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
    port = (server.address() as AddressInfo).port
    listener.on('message', (message) => {
      if (!datagrams.emit(message.toString('latin1'))) udp++
    })
    await new Promise<void>((resolve) => listener.bind(port, host, resolve))
  }

  /** Connections and datagrams are counted in their order: what arrived before our own is counted with them. */
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

export interface FenceSite extends AsyncDisposable {
  /** The page with all ways. Its title becomes `tried` when it has tried them, and `tried, peers too` when its peers have given up. */
  url: string
  /** Resolves when the page has tried its ways. */
  tried: Promise<void>
  /** Goes to the canary by its own address: once by a redirect, once by `<meta>`, once by script. */
  journeys: string[]
}

/** The pages, on 127.0.0.2, which the policy of the test allows. */
export async function openFenceSite(canaryPort: number): Promise<FenceSite> {
  const sockets = new Set<Socket>()
  const { promise: tried, resolve: onTried } = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://127.0.0.2')
    const to = decodeURIComponent(search.slice(1))
    const targets = { port: canaryPort, ownPort: (server.address() as AddressInfo).port }
    const html = (body: string) => response.setHeader('content-type', 'text/html').end(body)
    const pages: Record<string, () => void> = {
      '/': () => {
        for (const way of ways) {
          if (way.header) response.appendHeader(...way.header(addressOf(way, targets)))
        }
        html(pageOf(targets))
      },
      '/tried': () => {
        onTried()
        html('x')
      },
      '/redirect': () => response.writeHead(302, { location: to }).end(),
      '/meta': () => html(`<meta http-equiv="refresh" content="0; url=${to}">`),
      '/script': () => html(`<script>location.replace('${to}')</script>`),
      '/prerendered': () => html(`<img src="http://127.0.0.1:${canaryPort}/speculation-prerender">`),
      '/service-worker.js': () =>
        response
          .setHeader('content-type', 'text/javascript')
          .end(`fetch('${to}'); try { importScripts('${to}-import') } catch {}`),
    }
    const play = pages[pathname] ?? (() => html('x'))
    play()
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
  const { port } = server.address() as AddressInfo
  const journey = (kind: string) =>
    `http://127.0.0.2:${port}/${kind}?${encodeURIComponent(`http://127.0.0.1:${canaryPort}/journey-${kind}`)}`
  return {
    url: `http://127.0.0.2:${port}/`,
    tried,
    journeys: ['redirect', 'meta', 'script'].map(journey),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function addressOf({ name }: Way, { port }: Targets): string {
  return `http://127.0.0.1:${port}/${encodeURIComponent(name)}`
}

function pageOf(targets: Targets): string {
  const markup = ways.map((way) => way.html?.(addressOf(way, targets), targets) ?? '')
  const scripts = ways.map((way) => way.script?.(addressOf(way, targets), targets)).filter((script) => script)
  return `<!doctype html><title>fence</title>
<script>
  const kept = []
  const attempt = async (work) => { try { await work() } catch {} }
</script>
${markup.join('\n')}
<script>
${scripts.map((script) => `attempt(async () => { ${script} })`).join('\n')}
  document.title = 'tried'
  fetch('/tried')
  const isLooking = (pc) => pc instanceof RTCPeerConnection && pc.iceGatheringState !== 'complete'
  const look = () => { if (kept.some(isLooking)) setTimeout(look, 20); else document.title = 'tried, peers too' }
  look()
</script>`
}
