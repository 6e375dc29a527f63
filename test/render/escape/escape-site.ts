/** The site with the page that makes every escape attempt. */

import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Attempt, Targets } from './attempt.ts'
import { documentAttempts } from './document-attempts.ts'
import { journeyAttempts } from './journey-attempts.ts'
import { scriptAttempts } from './script-attempts.ts'

export const attempts = [...documentAttempts, ...scriptAttempts, ...journeyAttempts]

interface EscapeSite extends AsyncDisposable {
  /** The page with all attempts. Its title becomes `tried` after the attempts, and `tried, peers too` when its peers have given up. */
  url: string
  /** Resolves when the page has made its attempts. */
  tried: Promise<void>
  /** Resolves when the peers have given up as well. */
  peersTried: Promise<void>
  /** URLs that navigate to the canary by redirect, `<meta>` and script. */
  journeys: string[]
}

/** Serves the pages on 127.0.0.2, which the test's policy allows. */
export async function openEscapeSite(canaryPort: number): Promise<EscapeSite> {
  const sockets = new Set<Socket>()
  const { promise: tried, resolve: onTried } = Promise.withResolvers<void>()
  const { promise: peersTried, resolve: onPeersTried } = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://127.0.0.2')
    const to = decodeURIComponent(search.slice(1))
    const targets = { port: canaryPort, ownPort: (server.address() as AddressInfo).port }
    const html = (body: string) => response.setHeader('content-type', 'text/html').end(body)
    const pages: Record<string, () => void> = {
      '/': () => {
        for (const attempt of attempts) {
          if (attempt.header) response.appendHeader(...attempt.header(urlOf(attempt, targets)))
        }
        html(pageOf(targets))
      },
      '/tried': () => {
        onTried()
        html('x')
      },
      '/peers-tried': () => {
        onPeersTried()
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
    peersTried,
    journeys: ['redirect', 'meta', 'script'].map(journey),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function urlOf({ name }: Attempt, { port }: Targets): string {
  return `http://127.0.0.1:${port}/${encodeURIComponent(name)}`
}

function pageOf(targets: Targets): string {
  const markup = attempts.map((attempt) => attempt.html?.(urlOf(attempt, targets), targets) ?? '')
  const scripts = attempts
    .map((attempt) => attempt.script?.(urlOf(attempt, targets), targets))
    .filter((script) => script)
  return `<!doctype html><title>escape</title>
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
  const look = () => {
    if (kept.some(isLooking)) return setTimeout(look, 20)
    document.title = 'tried, peers too'
    fetch('/peers-tried')
  }
  look()
</script>`
}
