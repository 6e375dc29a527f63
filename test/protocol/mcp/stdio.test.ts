import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serveMcpStdio } from '../../../src/protocol/mcp/stdio.ts'
import { createFetchFeatures } from './fetch-tools.ts'
import { startOrigin } from './origin.ts'

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const envelope = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

interface Answer {
  id?: unknown
  method?: string
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: unknown }
}

/** A served connection inside this process. */
function serve() {
  const input = new PassThrough()
  const output = new PassThrough()
  const written: string[] = []
  let rest = ''
  let wake = Promise.withResolvers<void>()
  output.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    written.push(...lines)
    wake.resolve()
    wake = Promise.withResolvers()
  })
  onTestFinished(() => void input.end())
  return {
    input,
    output,
    written,
    ended: serveMcpStdio({ features: createFetchFeatures(), version: '1.2.3', input, output }),
    say: (message: object | string) =>
      input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    /** The answer with this id, when it is there. */
    async answer(id: unknown): Promise<Answer> {
      for (;;) {
        const found = written.map((line) => JSON.parse(line) as Answer).find((answer) => answer.id === id)
        if (found) return found
        await wake.promise
      }
    },
  }
}

const scrape = (id: number | string, url: string, meta = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'scrape', arguments: { url }, ...meta },
})

describe('a message on standard input', () => {
  it('goes to the era that it names; the others follow the one before', async () => {
    const { say, answer } = serve()
    say({ jsonrpc: '2.0', id: 'discover', method: 'server/discover', params: envelope })
    expect((await answer('discover')).result).toMatchObject({ supportedVersions: ['2026-07-28'] })
    say(initialize)
    expect((await answer(0)).result).toMatchObject({ protocolVersion: '2025-11-25' })
    say({ jsonrpc: '2.0', method: 'notifications/initialized' })
    say({ ...listTools, id: 'legacy' })
    expect((await answer('legacy')).result).not.toHaveProperty('ttlMs')
    say({ ...listTools, id: 'modern', params: envelope })
    expect((await answer('modern')).result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
  })

  it('that is cancelled is given up, in both eras', async () => {
    const origin = await startOrigin()
    const { say, written } = serve()
    say(initialize)
    say(scrape('c', `${origin.url}/slow/legacy`))
    await origin.arrived('/slow/legacy')
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } })
    await origin.abandoned('/slow/legacy')
    say(scrape('m', `${origin.url}/slow/modern`, envelope))
    await origin.arrived('/slow/modern')
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'm', ...envelope } })
    await origin.abandoned('/slow/modern')
    expect(written).toHaveLength(1)
  })

  it('is logged to a client that has asked for that', async () => {
    const origin = await startOrigin()
    const { say, answer, written } = serve()
    const logs = () =>
      written.map((line) => JSON.parse(line)).filter(({ method }) => method === 'notifications/message')
    say(initialize)
    say(scrape(1, `${origin.url}/a`))
    await answer(1)
    expect(logs()).toEqual([])
    say({ jsonrpc: '2.0', id: 2, method: 'logging/setLevel', params: { level: 'debug' } })
    expect((await answer(2)).result).toEqual({})
    say(scrape(3, `${origin.url}/a`))
    await answer(3)
    expect(logs()).toMatchObject([
      {
        params: {
          level: 'info',
          logger: 'gleaner',
          data: { message: expect.stringMatching(/^Fetching /), tool: 'scrape' },
        },
      },
      { params: { level: 'info', data: { message: 'Finished scrape, credits charged: 1' } } },
    ])
  })

  it('of a revision to come is refused with the revisions that are spoken', async () => {
    const { say, answer } = serve()
    const params = { _meta: { ...envelope._meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } }
    say({ ...listTools, params })
    expect((await answer(1)).error).toMatchObject({ data: { supported: ['2026-07-28'] } })
  })

  const broken: [string, string, number][] = [
    ['is not JSON', '{"jsonrpc":', -32700],
    ['is a batch', '[]', -32600],
    ['is no JSON-RPC', '{"id":1}', -32600],
    ['has a fraction for an id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
    ['is longer than 4 MiB', 'x'.repeat(4 * 1024 * 1024 + 1), -32600],
  ]
  it.each([
    ['text', '"x"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['an object whose _meta is null', '{"_meta":null}'],
    ['an object with null for a progress token', '{"_meta":{"progressToken":null}}'],
    [
      'an object with a list for a progress token',
      `{"_meta":${JSON.stringify({ ...envelope._meta, progressToken: [] })}}`,
    ],
    ['beside something else', '{},"more":1'],
  ])('whose params are %s is refused under its id', async (_, params) => {
    const { say, answer } = serve()
    say(`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":${params}}`)
    expect((await answer(7)).error).toMatchObject({ code: -32600 })
  })

  it.each(broken)('that %s is refused, and the next one is served', async (_, line, code) => {
    const { say, answer } = serve()
    say(line)
    expect((await answer(null)).error).toMatchObject({ code })
    say(listTools)
    expect((await answer(1)).result).toHaveProperty('tools')
  })
})

describe('the end of standard input', () => {
  it('lets what needs no waiting be answered', async () => {
    const { say, input, ended, written } = serve()
    say(initialize)
    say(listTools)
    for (const [i, method] of ['resources/list', 'resources/templates/list', 'prompts/list', 'ping'].entries()) {
      say({ ...listTools, id: i + 2, method })
    }
    input.end()
    await ended
    expect(written.map((line) => JSON.parse(line).id).sort()).toEqual([0, 1, 2, 3, 4, 5])
  })

  it.each([
    ['legacy', {}],
    ['modern', envelope],
  ])('ends a %s call in flight', async (_, meta) => {
    const origin = await startOrigin()
    const { say, input, ended } = serve()
    say(scrape(1, `${origin.url}/slow`, meta))
    await origin.arrived('/slow')
    input.end()
    await origin.abandoned('/slow')
    await ended
  })

  it('ends the program with a call in flight', async () => {
    const origin = await startOrigin()
    const program = fileURLToPath(new URL('program.ts', import.meta.url))
    const child = spawn(process.execPath, [program, 'stdio'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8' },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stdin.write(`${JSON.stringify(scrape(1, `${origin.url}/slow`))}\n`)
    await origin.arrived('/slow')
    child.stdin.end()
    expect(await once(child, 'exit')).toEqual([0, null])
    await origin.abandoned('/slow')
  })

  it('ends an idle server', async () => {
    const { input, ended } = serve()
    input.end()
    await ended
  })
})

describe('a client that does not read any more', () => {
  it('ends the server and its calls', async () => {
    const origin = await startOrigin()
    const { say, output, ended } = serve()
    say(scrape(1, `${origin.url}/slow`))
    await origin.arrived('/slow')
    output.destroy()
    await once(output, 'close')
    await origin.abandoned('/slow')
    await ended
  })
})
