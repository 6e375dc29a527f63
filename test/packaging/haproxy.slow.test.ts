import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findProgram } from '../../scripts/ensure-services.mjs'
import { read, root } from '../docs/document.ts'
import { lacks } from '../needs.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { runProgram, startProgram } from '../program.ts'
import { jsonHeaders, modern } from '../protocol/mcp/requests.ts'
import { lacksPostgres, openPostgresServer, type Service } from '../services.ts'
import { until, within } from '../waits.ts'

const haproxy = findProgram('haproxy')
const lacksParts = lacks('HAProxy', haproxy !== null) || lacksPostgres

interface Node {
  child: ChildProcess
  address: string
}

let folder: string
let origin: Origin
let postgres: Service
let key: string
let nodes: Node[]
let proxy: { child: ChildProcess; port: number; log: string[] }
let release = () => {}

const settings = (name: string) => ({
  GLEANER_DATABASE_URL: postgres.url,
  GLEANER_SECRET: 'the same on both nodes',
  GLEANER_DATA_DIR: join(folder, name),
  GLEANER_ALLOWED_HOSTS: 'gleaner.example.com,localhost,127.0.0.1',
  GLEANER_TRUST_PROXY: 'true',
  GLEANER_STOP_GRACE_S: '10',
})

beforeAll(async () => {
  if (lacksParts) return
  folder = mkdtempSync(join(tmpdir(), 'gleaner-haproxy-'))
  origin = await openOrigin({
    '/': { body: '<p>Hello</p>' },
    '/held': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      release = () => response.end('<p>Held</p>')
    },
  })
  postgres = await openPostgresServer()
  const created = await runProgram(['keys', 'create', '--name', 'test', '--json'], settings('commands'))
  key = JSON.parse(created.stdout).key
})
afterAll(async () => {
  if (lacksParts) return
  await origin.close()
  await postgres.close()
  rmSync(folder, { recursive: true, force: true })
})

async function startNode(name: string): Promise<Node> {
  const child = startProgram(['serve', '--port', '0'], settings(name))
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (address !== undefined) return { child, address }
  }
  throw new Error('the service did not start')
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await within('a program to end', ended)
}

/** HAProxy with the file of deploy/ on free ports of loopback, before these nodes. */
async function startProxy([one, two]: Node[]): Promise<typeof proxy> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const config = read('deploy/haproxy.cfg')
    .replace('bind :8787', `bind 127.0.0.1:${port}`)
    .replace('api-1:8787', one?.address ?? '')
    .replace('api-2:8787', two?.address ?? '')
  writeFileSync(file, config)
  const child = spawn(haproxy ?? '', ['-f', file], { stdio: ['ignore', 'pipe', 'ignore'] })
  const log: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => log.push(line))
  await until('HAProxy to know a node', () =>
    fetch(`http://127.0.0.1:${port}/balancer`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return { child, port, log }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A GET through the balancer as a client of the service sends it, which fetch can't: it chooses its Host. */
function ask(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const own = { host: 'gleaner.example.com', authorization: `Bearer ${key}` }
    const request = httpGet({ port: proxy.port, path, headers: { ...own, ...headers }, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text) => {
        body += text
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}

const scrape = (path = '/') => ask(`/v1/scrape?url=${encodeURIComponent(origin.url + path)}`)

describe.skipIf(lacksParts)('HAProxy with deploy/haproxy.cfg before two nodes', () => {
  beforeEach(async () => {
    nodes = await Promise.all(['one', 'two'].map(startNode))
    proxy = await startProxy(nodes)
  })
  afterEach(async () => {
    await Promise.all([end(proxy.child, 'SIGKILL'), ...nodes.map(({ child }) => end(child, 'SIGKILL'))])
  })

  it('takes the file as it stands', async () => {
    const { stderr } = await promisify(execFile)(haproxy ?? '', ['-c', '-f', join(root, 'deploy/haproxy.cfg')])
    // The names of the nodes are those of the compose file's network.
    const others = stderr.split('\n').filter((line) => /WARNING|ALERT/.test(line) && !/could not resolve/.test(line))
    expect(others).toEqual([])
  })

  it('hands requests to both nodes, and logs no address of a page', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => scrape()))
    expect(answers.map(({ status, body }) => [status, JSON.parse(body).content])).toEqual(Array(8).fill([200, 'Hello']))
    const served = () => proxy.log.filter((line) => line.includes('/v1/scrape'))
    await until('its log', () => served().length === 8)
    expect(new Set(served().map((line) => /nodes\/(api-\d)/.exec(line)?.[1]))).toEqual(new Set(['api-1', 'api-2']))
    expect(proxy.log.join('\n')).not.toContain(new URL(origin.url).port)
  })

  it('refuses metrics and foreign hosts, also where the client names another one as forwarded', async () => {
    expect((await ask('/metrics')).status).toBe(404)
    expect((await ask('/healthz', { 'x-forwarded-host': 'attacker.example' })).status).toBe(200)
    expect((await ask('/healthz', { host: 'attacker.example', 'x-forwarded-host': 'localhost' })).status).toBe(403)
  })

  it('takes heads of 128 KiB', async () => {
    const { status, body } = await ask(`/v1/scrape?url=${origin.url}/&prompt=${'a'.repeat(100_000)}`)
    expect([status, JSON.parse(body).detail[0].type]).toEqual([422, 'string_too_long'])
  })

  it('sends each event of a stream of MCP on as it comes', async () => {
    const [body, { headers }] = modern('tools/call', {
      name: 'scrape',
      arguments: { url: `${origin.url}/held` },
      _meta: { progressToken: 1 },
    })
    const response = await fetch(`http://127.0.0.1:${proxy.port}/mcp`, {
      method: 'POST',
      headers: { ...jsonHeaders, ...headers, authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const events: string[] = []
    const reading = (async () => {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) events.push(chunk)
    })()
    // The page is held until the client has read of its progress.
    await until('progress', () => events.join('').includes('notifications/progress'))
    await origin.arrived('/held')
    expect(events.join('')).not.toContain('structuredContent')
    release()
    await within('the end of the stream', reading)
    expect(events.join('')).toContain('"content":"Held"')
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('answers every GET while a node goes by %s', async (signal) => {
    const statuses: number[] = []
    let isOver = false
    const clients = Array.from({ length: 8 }, async () => {
      while (!isOver) statuses.push((await scrape()).status)
    })
    await until('requests', () => statuses.length > 20)
    const [gone] = nodes as [Node]
    await end(gone.child, signal)
    const answered = statuses.length
    await until('requests after it', () => statuses.length > answered + 50)
    isOver = true
    await Promise.all(clients)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    await until('the balancer to know', () => proxy.log.some((line) => /nodes\/api-1 is DOWN/.test(line)))
  })
})
