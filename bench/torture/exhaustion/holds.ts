/** Ways to hold a service's scarce resources: memory, slots, connections. Each one lasts until it is released. */

import { connect, type Socket } from 'node:net'
import { jsonHeaders } from '../connections/mcp-message.ts'

interface Victim {
  /** Base URL of the service. */
  url: string
  /** The attacker's key. */
  key: string
  /** An origin server with the paths that these attacks use. */
  origin: string
}

export interface Hold {
  name: string
  /** Starts holding the resource, and returns the function that releases it. */
  begin(victim: Victim): () => void
}

/** Opens connections and writes to each. Reads from them only if `reads` is set. */
function connections(count: number, write: (victim: Victim, number: number) => string, { reads = true } = {}) {
  return (victim: Victim) => {
    const { hostname, port } = new URL(victim.url)
    const sockets = Array.from({ length: count }, (_, number): Socket => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      if (reads) socket.resume()
      else socket.pause()
      socket.write(write(victim, number))
      return socket
    })
    return () => {
      for (const socket of sockets) socket.destroy()
    }
  }
}

function get({ url, key, origin }: Victim, path: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({ url: origin + path, timeout_ms: '60000', ...parameters })
  const { host } = new URL(url)
  return `GET /v1/scrape?${query} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n\r\n`
}

function post({ url, key }: Victim, body: string, length = Buffer.byteLength(body)): string {
  const fields = { host: new URL(url).host, authorization: `Bearer ${key}`, ...jsonHeaders }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}content-length: ${length}\r\n\r\n${body}`
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'torture', version: '1' } },
})

export const holds: readonly Hold[] = [
  {
    name: '40 unread answers of 8 MB',
    begin: connections(40, (victim, number) => get(victim, `/large?${number}`, { output: 'raw_html' }), {
      reads: false,
    }),
  },
  {
    name: '160 bodies of 10 MB that stall',
    begin: connections(160, (victim, number) => get(victim, `/stall?${number}`)),
  },
  { name: '600 unfinished heads', begin: connections(600, () => 'GET / HTTP/1.1\r\nhost: localhost\r\nx-half: ') },
  { name: '60 slow pages of one host', begin: connections(60, (victim, number) => get(victim, `/slow?${number}`)) },
  {
    name: '12 pages that occupy the readers',
    begin: connections(12, (victim, number) => get(victim, `/complex?${number}`, { output: 'clean_html' })),
  },
  {
    name: '150 half-sent messages',
    begin: connections(150, (victim) => post(victim, `{"jsonrpc":"2.0","x":"${'x'.repeat(500_000)}`, 1_000_000)),
  },
  {
    name: '2,000 sessions of MCP',
    begin: connections(40, (victim) => post(victim, initialize).repeat(50)),
  },
  {
    name: '60 kept results',
    begin: connections(30, (victim, number) =>
      [0, 1].map((n) => get(victim, `/large?kept=${number}-${n}`, { output: 'raw_html', max_chars: '1' })).join(''),
    ),
  },
]
