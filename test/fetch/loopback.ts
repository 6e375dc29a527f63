/** What the tests of this room are made of: a fetcher that may reach loopback, and servers that speak raw TCP. */

import { createServer, type Server, type Socket } from 'node:net'
import { createFetcher, type FetcherOptions } from '../../src/fetch/fetch-page.ts'
import { createAddressPolicy } from '../../src/fetch/guard/address-policy.ts'
import type { Page, PageSource } from '../../src/page.ts'

export const loopbackPolicy = createAddressPolicy({ allowAddresses: ['127.0.0.0/8', '::1/128'] })

/** A fetcher that ends with the test: `await using`. */
export interface TestFetcher extends PageSource, AsyncDisposable {
  get(url: string, options?: { signal?: AbortSignal; timeoutMs?: number }): Promise<Page>
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
    get: (url, { timeoutMs = 30_000, signal = new AbortController().signal } = {}) =>
      fetcher.load({ url: new URL(url), signal, deadlineAt: performance.now() + timeoutMs }),
    [Symbol.asyncDispose]: () => fetcher.close(),
  }
}

export interface Wire extends AsyncDisposable {
  url: string
  port: number
  /** Connections so far. */
  readonly connections: number
  /** Requests so far: what the clients sent, head by head. */
  readonly requests: string[]
  /** Resolves when every connection so far is closed. */
  idle(): Promise<void>
}

export type Play = (socket: Socket, nth: number) => void

/**
 * A server that answers each request head by `play`: a text is written as it is, a function does what it likes.
 * `any` listens on all addresses of the machine.
 */
export async function openWire(play: Play | string, host = '127.0.0.1'): Promise<Wire> {
  const sockets = new Set<Socket>()
  const requests: string[] = []
  let connections = 0
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A client that leaves in the middle is what many tests are about.
    socket.on('error', () => socket.destroy())
    let head = ''
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1')
      while (head.includes('\r\n\r\n')) {
        const end = head.indexOf('\r\n\r\n') + 4
        requests.push(head.slice(0, end))
        head = head.slice(end)
        if (typeof play === 'string') socket.write(play)
        else play(socket, requests.length)
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
    async idle() {
      while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 5))
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

/** An HTTP/1.1 answer with its length. */
export function answer(
  body: string | Uint8Array,
  { status = 200, headers = {} as Record<string, string> } = {},
): Buffer {
  const bytes = Buffer.from(body as string)
  const fields = Object.entries({ 'content-length': String(bytes.length), ...headers })
  const head = [`HTTP/1.1 ${status} Said`, ...fields.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes])
}

export function textOf(page: Page): string {
  return new TextDecoder(page.charset).decode(page.body)
}
