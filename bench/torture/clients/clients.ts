/**
 * The attack `clients`: REST and MCP clients disconnect at every stage, or read slowly or not at all. Nothing stays open. Credits add up.
 */

import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openTestService, type TestService } from '../../../test/service.ts'
import { until } from '../../../test/waits.ts'
import type { AttackOptions, AttackResult } from '../attack.ts'
import { jsonHeaders, modernMeta } from '../connections/mcp-message.ts'
import { openPages } from '../connections/pages.ts'
import { askMcp, askRest } from '../connections/requests.ts'
import { audit, readLedger } from '../ledger-audit.ts'
import { openRandom, type Random } from '../random.ts'

/** A way for a client to send its request. */
interface Way {
  name: string
  /** Returns the whole request as bytes. */
  request(target: Target, page: string): string
}

/** The client's behavior after the request. `sent` is the whole request. */
interface Stage {
  name: string
  act(socket: Socket, sent: string, random: Random): Promise<void>
}

interface Target {
  host: string
  key: string
}

const get =
  (output: string): Way['request'] =>
  ({ host, key }, page) =>
    `GET /v1/scrape?${new URLSearchParams({ url: page, output })} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n\r\n`

function post({ host, key }: Target, message: object, headers: Record<string, string> = {}): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })
  const fields = { host, authorization: `Bearer ${key}`, ...jsonHeaders, ...headers }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const call = (page: string) => ({ name: 'scrape', arguments: { url: page, output: 'raw_html' } })

const ways: readonly Way[] = [
  { name: 'REST', request: get('markdown') },
  { name: 'REST with a large answer', request: get('raw_html') },
  {
    name: 'MCP of 2026-07-28',
    request: (target, page) =>
      post(
        target,
        { method: 'tools/call', params: { ...call(page), _meta: { ...modernMeta, progressToken: 1 } } },
        { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'scrape' },
      ),
  },
  {
    name: 'MCP up to 2025-11-25',
    request: (target, page) =>
      post(target, { method: 'tools/call', params: call(page) }, { 'mcp-protocol-version': '2025-06-18' }),
  },
  {
    name: 'a session of MCP',
    request: (target) => {
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'torture', version: '1' } }
      return post(target, { method: 'initialize', params })
    },
  },
]

const ends: readonly ((socket: Socket) => void)[] = [
  (socket) => void socket.end(),
  (socket) => void socket.resetAndDestroy(),
]

function leave(socket: Socket, random: Random): void {
  ends[random.integer(0, 1)]?.(socket)
}

const stages: readonly Stage[] = [
  { name: 'at once', act: async (socket, _, random) => leave(socket, random) },
  {
    name: 'in the middle of the request',
    async act(socket, sent, random) {
      socket.write(sent.slice(0, random.integer(1, sent.length - 1)))
      await pause(random.integer(0, 50))
      leave(socket, random)
    },
  },
  {
    name: 'after the request',
    async act(socket, sent, random) {
      await new Promise<void>((resolve) => void socket.write(sent, () => resolve()))
      leave(socket, random)
    },
  },
  {
    name: 'at some time',
    async act(socket, sent, random) {
      socket.write(sent)
      await pause(random.pick([1, 5, 20, 60, 200, 600]) * random.next())
      leave(socket, random)
    },
  },
  {
    name: 'at the first byte of the answer',
    async act(socket, sent, random) {
      socket.write(sent)
      await arrival(socket)
      leave(socket, random)
    },
  },
  {
    name: 'in the middle of the answer',
    async act(socket, sent, random) {
      socket.write(sent)
      const enough = random.integer(1000, 400_000)
      let received = 0
      await new Promise<void>((resolve) => {
        socket.on('data', (bytes) => {
          received += bytes.length
          if (received >= enough) resolve()
        })
        socket.once('close', () => resolve())
        setTimeout(resolve, 4000)
      })
      leave(socket, random)
    },
  },
  {
    name: 'reads slowly',
    async act(socket, sent, random) {
      socket.pause()
      socket.write(sent)
      for (let reads = 0; reads < 40 && !socket.destroyed; reads++) {
        await pause(25)
        socket.read(4096)
      }
      leave(socket, random)
    },
  },
  {
    name: 'never reads',
    async act(socket, sent, random) {
      socket.pause()
      socket.write(sent.repeat(4))
      await pause(1500)
      leave(socket, random)
    },
  },
  {
    name: 'sends twenty at once and leaves',
    async act(socket, sent, random) {
      socket.write(sent.repeat(20))
      await pause(random.integer(0, 300))
      leave(socket, random)
    },
  },
  {
    name: 'closes its half and reads on',
    async act(socket, sent) {
      socket.end(sent)
      await arrival(socket)
      await pause(200)
      socket.destroy()
    },
  },
]

function arrival(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('data', () => resolve())
    socket.once('close', () => resolve())
    setTimeout(resolve, 4000)
  })
}

const atOnce = 8
const roundsAtMost = 20

/** `only`: names of stages, for a short run. */
export async function runClients(
  { seed, minutes }: Pick<AttackOptions, 'seed' | 'minutes'>,
  { rounds = roundsAtMost, only = null as readonly string[] | null } = {},
): Promise<AttackResult> {
  const random = openRandom(seed)
  const endsAt = performance.now() + minutes * 60_000
  const broken: string[] = []
  const onFault = (error: unknown) => void broken.push(`uncaught: ${error instanceof Error ? error.stack : error}`)
  process.on('uncaughtException', onFault).on('unhandledRejection', onFault)
  const pages = await openPages('127.0.0.1')
  const service = await openTestService()
  const { key } = await service.access.issue('clients', { credits: 1_000_000 })
  const { host, hostname, port } = new URL(service.url)
  let tried = 0
  let done = 0
  try {
    for (; done < rounds && performance.now() < endsAt; done++) {
      const chosen = stages.filter(({ name }) => only?.includes(name) ?? true)
      const left = ways.flatMap((way) => chosen.map((stage) => ({ way, stage })))
      const work = async () => {
        for (let next = left.pop(); next; next = left.pop()) {
          const { way, stage } = next
          const page = `${pages.url}/${way.name.includes('large') || way.name.includes('MCP of') ? 'large' : 'small'}?${random.next()}`
          const socket = connect(Number(port), hostname)
          socket.on('error', () => {})
          await stage.act(socket, way.request({ host, key }, page), random)
          tried++
          // After this time, even a client that reads slowly or not at all has disconnected.
          setTimeout(() => socket.destroy(), 50)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      broken.push(...(await findLeft(service, key, `${pages.url}/`)))
    }
  } finally {
    await service.close()
    await pages.close()
    process.off('uncaughtException', onFault).off('unhandledRejection', onFault)
  }
  return { tried, broken, note: `${ways.length} ways × ${stages.length} stages × ${done} rounds` }
}

/** Finds resources still open after all clients have disconnected, and checks that honest clients are answered. */
async function findLeft({ url, http, config }: TestService, key: string, page: string): Promise<string[]> {
  const problems: string[] = []
  await until('all requests to finish', () => http.requests() === 0, 20_000).catch(() => {
    problems.push(`${http.requests()} requests are in flight although every client has disconnected`)
  })
  const ledger = await readLedger(config.GLEANER_DATA_DIR, null)
  const { endedBadly, chargedTwice, stillHeld, unbalanced } = audit(ledger, [])
  for (const [name, count] of Object.entries({ endedBadly, chargedTwice, stillHeld, unbalanced })) {
    if (count > 0) problems.push(`the ledger: ${name} ${count}`)
  }
  const agent = new Agent()
  for (const ask of [askRest, askMcp]) {
    const { status, outcome } = await ask({ url, key, page }, agent)
    if (outcome !== 'ok') problems.push(`an honest request got ${status} ${outcome}`)
  }
  agent.destroy()
  return problems
}
