/** A fetcher that may reach loopback, and raw TCP servers, for fetch tests. */

import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { noShare, type Share } from '../../src/base/share.ts'
import { createFetcher, type Fetcher, type FetcherOptions } from '../../src/fetch/fetch-page.ts'
import { createAddressPolicy } from '../../src/fetch/guard/address-policy.ts'
import type { Page } from '../../src/page/page.ts'

export const loopbackPolicy = createAddressPolicy({ allowAddresses: ['127.0.0.0/8', '::1/128'] })

/** With `await using`, closes automatically at the end of its block. */
export interface TestFetcher extends Fetcher, AsyncDisposable {
  get(url: string, options?: { signal?: AbortSignal; share?: Share; timeoutMs?: number }): Promise<Page>
}

export function openFetcher(options: Partial<FetcherOptions> = {}): TestFetcher {
  const fetcher = createFetcher({
    policy: loopbackPolicy,
    userAgent: 'Mozilla/5.0 (compatible; Gleaner/0.1)',
    robots: 'ignore',
    perHostConcurrency: 8,
    maxBodyBytes: 1024 * 1024,
    proxyUrl: null,
    ...options,
  })
  return {
    ...fetcher,
    get: (url, { timeoutMs = 60_000, signal = new AbortController().signal, share = noShare } = {}) =>
      fetcher.load({ url: new URL(url), signal, share, deadlineAt: performance.now() + timeoutMs }),
    [Symbol.asyncDispose]: () => fetcher.close(),
  }
}

export interface RawServer extends AsyncDisposable {
  url: string
  port: number
  /** Connections so far. */
  readonly connections: number
  /** Heads of the requests so far, as sent. */
  readonly requests: string[]
  /** Resolves once this many requests have arrived. */
  requested(count: number): Promise<void>
  /** Resolves once all connections so far have closed. */
  idle(): Promise<void>
}

export type RequestHandler = (socket: Socket, nth: number) => void

/**
 * A server that responds to each request through `handle`. A string is written unchanged. A function writes anything it likes,
 * and its second argument is the number of the request. The host `any` means all addresses of the machine.
 */
export async function openRawServer(handle: RequestHandler | string, host = '127.0.0.1'): Promise<RawServer> {
  const sockets = new Set<Socket>()
  const requests: string[] = []
  let connections = 0
  const events = new EventEmitter()
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      events.emit('change')
    })
    // In many tests, the client disconnects partway.
    socket.on('error', () => socket.destroy())
    let head = ''
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1')
      while (head.includes('\r\n\r\n')) {
        const end = head.indexOf('\r\n\r\n') + 4
        requests.push(head.slice(0, end))
        head = head.slice(end)
        if (typeof handle === 'string') socket.write(handle)
        else handle(socket, requests.length)
        events.emit('change')
      }
    })
  })
  const port = await listen(server, host)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    requests,
    get connections() {
      return connections
    },
    async requested(count) {
      while (requests.length < count) await once(events, 'change')
    },
    async idle() {
      while (sockets.size > 0) await once(events, 'change')
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Listens on a free port that the address policy allows. */
export async function listen(server: Server, host: string = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(0, host === 'any' ? undefined : host, resolve),
  )
  return (server.address() as { port: number }).port
}

/** An HTTP/1.1 response with its length. */
export function httpResponse(
  body: string | Uint8Array,
  { status = 200, headers = {} as Record<string, string> } = {},
): Buffer {
  const bytes = Buffer.from(body as string)
  const fields = Object.entries({ 'content-length': String(bytes.length), ...headers })
  const head = [`HTTP/1.1 ${status} Status`, ...fields.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes])
}

export function textOf(page: Page): string {
  return new TextDecoder(page.charset).decode(page.body)
}

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
