/** A real HTTP server on loopback that serves a test's pages. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { within } from './waits.ts'

export interface SiteResponse {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** Responses by path, with or without the query string. */
export type Site = Record<string, SiteResponse | ((request: IncomingMessage, response: ServerResponse) => void)>

export interface Origin {
  url: string
  /** Path and query of each request, in order. */
  requests: string[]
  /** Resolves once this many requests have arrived in total, or once this path has been requested. */
  arrived(request: number | string): Promise<void>
  close(): Promise<void>
}

/** Serves the site on a free port. Any other path is a 404. Responses are HTML by default. */
export async function openOrigin(site: Site): Promise<Origin> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push(path)
    const found = site[path] ?? site[path.replace(/\?.*$/, '')] ?? { status: 404, body: '<p>not found</p>' }
    if (typeof found === 'function') return found(request, response)
    const { status = 200, headers = {}, body = '' } = found
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  })
  async function waitFor(request: number | string): Promise<void> {
    const hasArrived = () => (typeof request === 'number' ? requests.length >= request : requests.includes(request))
    while (!hasArrived()) await once(server, 'request')
  }
  return {
    requests,
    arrived: (request) =>
      within(typeof request === 'number' ? `${request} requests` : `a request for ${request}`, waitFor(request)),
    ...(await openLoopback(server)),
  }
}

/** Listens on a free port. `close` also closes the server's connections. */
export async function openLoopback(server: Server): Promise<Pick<Origin, 'url' | 'close'>> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await within('a server of the test to close', new Promise((resolve) => server.close(resolve)))
    },
  }
}
