/** An origin server with a small page, a large page, and a page that takes seconds. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const small = `<!doctype html><title>Small</title><main><h1>Small</h1><p>${'A page of one kilobyte. '.repeat(35)}</p></main>`
const large = Buffer.from(
  `<!doctype html><title>Large</title><main>${'<p>One of many paragraphs of a page.</p>\n'.repeat(25_000)}</main>`,
)
const slowMs = 3000

export async function openPages(host: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const path = request.url ?? '/'
    if (path.startsWith('/large')) response.end(large)
    else if (path.startsWith('/slow')) setTimeout(() => response.end(small), slowMs)
    else response.end(small)
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
