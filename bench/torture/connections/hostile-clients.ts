/** Hostile clients. Each opens a connection to the service, misuses it while it stays open, and then opens another. */

import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openRandom, type Random } from '../random.ts'
import { count } from './honest-clients.ts'
import { jsonHeaders, modernMeta } from './mcp-message.ts'

export interface HostileOptions {
  /** Base URL of the service. */
  url: string
  keys: readonly string[]
  /** A large page, and one that takes seconds. */
  largePage: string
  slowPage: string
  clients: number
  seed: number
}

interface HostileReport {
  /** Number of answers by status. */
  statuses: Map<number, number>
  /** Connections by kind of misuse. */
  connections: Map<string, number>
}

interface Misuse {
  socket: Socket
  random: Random
  options: HostileOptions
  key: string
  signal: AbortSignal
}

/** The kinds of misuse. Each resolves when it has finished misusing its connection. */
const misuses: Readonly<Record<string, (misuse: Misuse) => Promise<void>>> = {
  async 'half a head'({ socket, signal }) {
    socket.write('GET /v1/scrape?url=https://example.com/ HTTP/1.1\r\nhost: 127.0.0.1\r\nx-half: ')
    await pause(20_000, undefined, { signal })
  },
  async 'a head of one byte a second'({ socket, signal }) {
    for (const letter of 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: y') {
      if (socket.destroyed) return
      socket.write(letter)
      await pause(1000, undefined, { signal })
    }
  },
  async 'reads slowly'({ socket, options, key, signal }) {
    socket.pause()
    socket.write(get(options, key, options.largePage, 'raw_html'))
    for (let reads = 0; reads < 200 && !socket.destroyed; reads++) {
      await pause(100, undefined, { signal })
      socket.read(1024)
    }
  },
  async 'never reads'({ socket, options, key, signal }) {
    socket.pause()
    for (let sent = 0; sent < 8; sent++) socket.write(get(options, key, options.largePage, 'raw_html'))
    await pause(30_000, undefined, { signal })
  },
  async floods({ socket, options, key, random, signal }) {
    for (let burst = 0; burst < 40 && !socket.destroyed; burst++) {
      for (let sent = 0; sent < 10; sent++) {
        const path = random.pick(['/v1/scrape', '/v1/scrape?url=nonsense', '/nothing', '/healthz', '/v1/account'])
        const bearer = random.chance(0.5) ? key : 'glnr_000000000000_nonsense'
        socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostOf(options)}\r\nauthorization: Bearer ${bearer}\r\n\r\n`)
      }
      await pause(1000, undefined, { signal })
    }
  },
  async leaves({ socket, options, key, random, signal }) {
    socket.write(random.chance(0.5) ? get(options, key, options.slowPage) : call(options, key, options.slowPage))
    await pause(random.next() * 1500, undefined, { signal })
  },
  async 'sends garbage'({ socket, options, key, random, signal }) {
    const garbage = random.pick<() => string | Buffer>([
      () => Buffer.from(Array.from({ length: 500 }, () => random.integer(0, 255))),
      () => post(options, key, '{"jsonrpc":'),
      () => post(options, key, '['.repeat(20_000)),
      () => post(options, key, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: 7 })),
      () => post(options, key, JSON.stringify(Array(200).fill({ jsonrpc: '2.0', id: 1, method: 'ping' }))),
      () => `GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n`,
      () =>
        `POST /mcp HTTP/1.1\r\nhost: ${hostOf(options)}\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\nzz`,
      () => `GET /${'x'.repeat(200_000)} HTTP/1.1\r\nhost: ${hostOf(options)}\r\n\r\n`,
    ])
    socket.write(garbage())
    await pause(1000, undefined, { signal })
  },
}

const kinds = Object.keys(misuses) as [string, ...string[]]

export function startHostileClients(options: HostileOptions): { end(): Promise<HostileReport> } {
  const { url, keys, clients, seed } = options
  const { hostname, port } = new URL(url)
  const ended = new AbortController()
  const { signal } = ended
  const report: HostileReport = { statuses: new Map(), connections: new Map() }

  async function live(number: number): Promise<void> {
    const random = openRandom(seed * 100_019 + number)
    const kind = kinds[number % kinds.length] ?? kinds[0]
    while (!signal.aborted) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      countAnswers(socket, report.statuses)
      count(report.connections, kind)
      const key = keys[number % keys.length] ?? ''
      await misuses[kind]?.({ socket, random, options, key, signal }).catch(() => {})
      socket.destroy()
      // Limits attempts to a few per second against a service that refuses immediately.
      await pause(200 + random.next() * 300, undefined, { signal }).catch(() => {})
    }
  }

  const all = Promise.all(Array.from({ length: clients }, (_, number) => live(number)))
  return {
    async end() {
      ended.abort()
      await all
      return report
    },
  }
}

/** Counts responses by their status lines, because bodies here never contain such text. */
function countAnswers(socket: Socket, statuses: Map<number, number>): void {
  socket.on('data', (bytes) => {
    for (const [, status] of bytes.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)) count(statuses, Number(status))
  })
}

const hostOf = ({ url }: HostileOptions) => new URL(url).host

function get(options: HostileOptions, key: string, page: string, output = 'markdown'): string {
  const path = `/v1/scrape?${new URLSearchParams({ url: page, output })}`
  return `GET ${path} HTTP/1.1\r\nhost: ${hostOf(options)}\r\nauthorization: Bearer ${key}\r\n\r\n`
}

function call(options: HostileOptions, key: string, page: string): string {
  const params = { name: 'scrape', arguments: { url: page }, _meta: modernMeta }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'scrape' }
  return post(options, key, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }), headers)
}

function post(options: HostileOptions, key: string, body: string, headers: Record<string, string> = {}): string {
  const fields = { host: hostOf(options), authorization: `Bearer ${key}`, ...jsonHeaders, ...headers }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
