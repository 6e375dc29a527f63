/** The page that tries every way out, and the canary that counts what got through. */

import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { type Targets, type Way, ways } from './fence-ways.ts'

export interface Canary extends AsyncDisposable {
  port: number
  /** TCP connections so far. */
  readonly tcp: number
  /** UDP datagrams so far. */
  readonly udp: number
  /** What said who it was: names of ways, `tls` for a TLS hello. */
  readonly names: Set<string>
}

/** Counts on 127.0.0.1 and [::1], TCP and UDP, one port for all; every HTTP request gets its own connection and an empty answer. */
export async function openCanary(): Promise<Canary> {
  const names = new Set<string>()
  const sockets = new Set<Socket>()
  let tcp = 0
  let udp = 0
  const servers = [0, 1].map(() =>
    createTcpServer((socket) => {
      tcp++
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.once('data', (chunk) => {
        const [, name] = /^[A-Z]+ \/([^\s?]*)\S* HTTP/.exec(chunk.toString('latin1')) ?? []
        names.add(name === undefined ? (chunk[0] === 0x16 ? 'tls' : 'other') : decodeURIComponent(name))
        socket.end(
          'HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
        )
      })
    }),
  )
  const [four, six] = servers as [ReturnType<typeof createTcpServer>, ReturnType<typeof createTcpServer>]
  await new Promise<void>((resolve) => four.listen(0, '127.0.0.1', resolve))
  const { port } = four.address() as AddressInfo
  await new Promise<void>((resolve, reject) => six.once('error', reject).listen(port, '::1', resolve))
  const datagrams = [createSocket('udp4'), createSocket('udp6')]
  for (const [socket, host] of [
    [datagrams[0], '127.0.0.1'],
    [datagrams[1], '::1'],
  ] as const) {
    socket?.on('message', () => udp++)
    await new Promise<void>((resolve) => socket?.bind(port, host, resolve))
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
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      for (const socket of datagrams) socket.close()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

export interface FenceSite extends AsyncDisposable {
  /** The page with all ways; its title is `tried` once it has tried them, `tried, peers too` when its peers have given up as well. */
  url: string
  /** Resolves when the page has tried its ways. */
  tried: Promise<void>
  /** Goes to the canary by its own address: once by a redirect, once by `<meta>`, once by script. */
  journeys: string[]
}

/** The pages, on 127.0.0.2, which the policy of the test allows. */
export async function openFenceSite(canaryPort: number): Promise<FenceSite> {
  const sockets = new Set<Socket>()
  let tell = () => {}
  const tried = new Promise<void>((resolve) => {
    tell = resolve
  })
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
        tell()
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
