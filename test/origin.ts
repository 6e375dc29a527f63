/** A real loopback server that plays the web for a test. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export type Site = Record<string, Answer | ((request: IncomingMessage, response: ServerResponse) => void)>

export interface Origin {
  url: string
  /** Paths that were asked for, in order. */
  requests: string[]
  close(): Promise<void>
}

/** Serves the site on a free port; a path that is not in it is a 404. HTML unless the answer says otherwise. */
export async function openOrigin(site: Site): Promise<Origin> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push(path)
    const answer = site[path] ?? site[path.replace(/\?.*$/, '')] ?? { status: 404, body: '<p>not found</p>' }
    if (typeof answer === 'function') return answer(request, response)
    const { status = 200, headers = {}, body = '' } = answer
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  })
  return { requests, ...(await openLoopback(server)) }
}

/** Listens on a free port. `close` ends its connections too. */
export async function openLoopback(server: Server): Promise<Pick<Origin, 'url' | 'close'>> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
