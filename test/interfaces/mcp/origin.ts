/** A site on loopback that reports which requests arrive and which are abandoned. */

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Origin {
  url: string
  /** Number of requests for a path. */
  hits(path: string): number
  /** Resolves when the path has been requested. */
  arrived(path: string): Promise<void>
  /** Resolves when a request for the path has lost its connection before the response. */
  abandoned(path: string): Promise<void>
  /** True if that has happened. */
  isAbandoned(path: string): boolean
}

/**
 * Paths that start with `/slow` never get a response. Every other path returns a page with its name. With `?for=PATH`, a script on the
 * page fetches that path. Closes with the test.
 */
export async function startOrigin(): Promise<Origin> {
  const hits = new Map<string, number>()
  const lost = new Set<string>()
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const gate = (name: string) => {
    const found = gates.get(name) ?? Promise.withResolvers<void>()
    gates.set(name, found)
    return found
  }
  const pathOf = ({ url = '' }: IncomingMessage) => url.split('?')[0] ?? ''
  const server = createServer((request, response) => {
    const path = pathOf(request)
    hits.set(path, (hits.get(path) ?? 0) + 1)
    gate(`arrived ${path}`).resolve()
    response.once('close', () => {
      if (response.writableFinished) return
      lost.add(path)
      gate(`abandoned ${path}`).resolve()
    })
    if (path.startsWith('/slow')) return
    response.writeHead(path === '/gone' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    const part = new URL(request.url ?? '/', 'http://origin.test').searchParams.get('for')
    const script = part === null ? '' : `<script>document.write('<p>waits</p>'); fetch('${part}')</script>`
    response.end(`<!doctype html><title>Page ${path}</title>${script}<main><h1>Page</h1><p>This is ${path}.</p></main>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits: (path) => hits.get(path) ?? 0,
    arrived: (path) => gate(`arrived ${path}`).promise,
    isAbandoned: (path) => lost.has(path),
    abandoned: (path) => gate(`abandoned ${path}`).promise,
  }
}
