import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorBody } from '../../src/contract/operation.ts'
import { type Balancer, haproxy, lacksBalancer, openBalancer } from '../cluster/balancer.ts'
import { root } from '../docs/document.ts'
import { jsonHeaders, modern } from '../interfaces/mcp/requests.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { runProgram, startProgram } from '../program.ts'
import { lacksPostgres, openPostgresServer, type Service } from '../services.ts'
import { until, within } from '../waits.ts'

const lacksParts = lacksBalancer || lacksPostgres

interface Node {
  child: ChildProcess
  address: string
}

let folder: string
let origin: Origin
let postgres: Service
let key: string
let nodes: Node[]
let proxy: Balancer
let release = () => {}
/** True once the connection for the held page has been closed. */
let isClosed = false

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
      isClosed = false
      response.once('close', () => {
        isClosed = true
      })
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

/** Sends a GET through the balancer with the clients' Host header, which fetch() can't set. */
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

it.skipIf(lacksBalancer)('HAProxy keeps a busy node with a health check that takes a second', async () => {
  const busy = await openOrigin({
    '/readyz': (_, response) => void setTimeout(() => response.end('{}'), 1000),
  })
  const balancer = await openBalancer(Array(2).fill(new URL(busy.url).host))
  await busy.arrived(6)
  expect(balancer.log.filter((line) => line.includes('is DOWN'))).toEqual([])
  await balancer.close()
  await busy.close()
})

describe.skipIf(lacksParts)('HAProxy with deploy/haproxy.cfg in front of two nodes', () => {
  beforeEach(async () => {
    nodes = await Promise.all(['one', 'two'].map(startNode))
    proxy = await openBalancer(nodes.map(({ address }) => address))
  })
  afterEach(async () => {
    await Promise.all([proxy.close(), ...nodes.map(({ child }) => end(child, 'SIGKILL'))])
  })

  it('accepts the file unchanged', async () => {
    const { stderr } = await promisify(execFile)(haproxy ?? '', ['-c', '-f', join(root, 'deploy/haproxy.cfg')])
    // The node names exist only on the compose file's network.
    const others = stderr.split('\n').filter((line) => /WARNING|ALERT/.test(line) && !/could not resolve/.test(line))
    expect(others).toEqual([])
  })

  it('distributes requests to both nodes, and logs no page URLs', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => scrape()))
    expect(answers.map(({ status, body }) => [status, JSON.parse(body).content])).toEqual(Array(8).fill([200, 'Hello']))
    const served = () => proxy.log.filter((line) => line.includes('/v1/scrape'))
    await until('its log', () => served().length === 8)
    expect(new Set(served().map((line) => /nodes\/(api-\d)/.exec(line)?.[1]))).toEqual(new Set(['api-1', 'api-2']))
    expect(proxy.log.join('\n')).not.toContain(new URL(origin.url).port)
  })

  it('refuses metrics and foreign hosts, even if the client sends a forwarded host', async () => {
    expect((await ask('/metrics')).status).toBe(404)
    expect((await ask('/healthz', { 'x-forwarded-host': 'attacker.example' })).status).toBe(200)
    expect((await ask('/healthz', { host: 'attacker.example', 'x-forwarded-host': 'localhost' })).status).toBe(403)
  })

  it('accepts headers of 128 KiB', async () => {
    const { status, body } = await ask(`/v1/scrape?url=${origin.url}/&prompt=${'a'.repeat(100_000)}`)
    expect([status, JSON.parse(body).detail[0].type]).toEqual([422, 'string_too_long'])
  })

  it('forwards each event of an MCP stream as it arrives', async () => {
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
    // The page is held until the client has received a progress update.
    await until('progress', () => events.join('').includes('notifications/progress'))
    await origin.arrived('/held')
    expect(events.join('')).not.toContain('Held')
    release()
    await within('the end of the stream', reading)
    expect(events.join('')).toContain('\\n\\nHeld"')
  })

  const callOfHeld = () => modern('tools/call', { name: 'scrape', arguments: { url: `${origin.url}/held` } })
  const asked: [name: string, path: () => string, init: () => RequestInit][] = [
    ['REST', () => `/v1/scrape?url=${origin.url}/held`, () => ({})],
    [
      'MCP',
      () => '/mcp',
      () => ({
        ...{ method: 'POST', body: JSON.stringify(callOfHeld()[0]) },
        headers: { ...jsonHeaders, ...callOfHeld()[1].headers },
      }),
    ],
  ]
  it.each(asked)(
    'closes the node connection when a client of %s disconnects, which aborts the request',
    async (_, path, init) => {
      const leaving = new AbortController()
      const { headers, ...rest } = init()
      const own = { ...(headers as Record<string, string>), authorization: `Bearer ${key}` }
      const before = origin.requests.filter((one) => one === '/held').length
      const left = fetch(proxy.url + path(), { ...rest, headers: own, signal: leaving.signal })
        .then((response) => response.text())
        .catch(() => 'left')
      await until('the page to be held', () => origin.requests.filter((one) => one === '/held').length > before)
      leaving.abort()
      expect(await left).toBe('left')
      await until('the connection of the page to close', () => isClosed)
    },
  )

  it("reports that no node is ready in the service's own format", async () => {
    await Promise.all(nodes.map(({ child }) => end(child, 'SIGKILL')))
    await until('the balancer to know', () => proxy.log.some((line) => line.includes('has no server available')))
    const { status, body } = await scrape()
    const error = errorBody.parse(JSON.parse(body))
    expect([status, error.detail[0]?.type, error.retryable, error.credits_charged]).toEqual([
      503,
      'overloaded',
      true,
      0,
    ])
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('answers every GET while a node stops by %s', async (signal) => {
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
