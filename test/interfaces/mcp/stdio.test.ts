import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serveMcpStdio } from '../../../src/interfaces/mcp/stdio.ts'
import { bin } from '../../program.ts'
import { createFetchFeatures } from './fetch-features.ts'
import { startOrigin } from './origin.ts'
import { initialize, listTools, modernMeta, scrape } from './requests.ts'

const envelope = { _meta: modernMeta }

interface Response {
  id?: unknown
  method?: string
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: unknown }
}

/** A connection that is served within this process. */
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
    ended: serveMcpStdio(createFetchFeatures(), input, output),
    send: (message: object | string) =>
      input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    /** Resolves with the response with this id once it arrives. */
    async response(id: unknown): Promise<Response> {
      for (;;) {
        const found = written.map((line) => JSON.parse(line) as Response).find((response) => response.id === id)
        if (found) return found
        await wake.promise
      }
    },
  }
}

describe('a message on standard input', () => {
  it('is handled by the era that it names, or by the era of the previous message', async () => {
    const { send, response } = serve()
    send({ jsonrpc: '2.0', id: 'discover', method: 'server/discover', params: envelope })
    expect((await response('discover')).result).toMatchObject({ supportedVersions: ['2026-07-28'] })
    send(initialize)
    expect((await response(0)).result).toMatchObject({ protocolVersion: '2025-11-25' })
    send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    send({ ...listTools, id: 'legacy' })
    expect((await response('legacy')).result).not.toHaveProperty('ttlMs')
    send({ ...listTools, id: 'modern', params: envelope })
    expect((await response('modern')).result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'private' })
  })

  it('aborts its work when cancelled, in both eras', async () => {
    const origin = await startOrigin()
    const { send, written } = serve()
    send(initialize)
    send(scrape('c', `${origin.url}/slow/legacy`))
    await origin.arrived('/slow/legacy')
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } })
    await origin.abandoned('/slow/legacy')
    send(scrape('m', `${origin.url}/slow/modern`, envelope))
    await origin.arrived('/slow/modern')
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'm', ...envelope } })
    await origin.abandoned('/slow/modern')
    expect(written).toHaveLength(1)
  })

  it('logs to a client that has set a level', async () => {
    const origin = await startOrigin()
    const { send, response, written } = serve()
    const logs = () =>
      written.map((line) => JSON.parse(line)).filter(({ method }) => method === 'notifications/message')
    send(initialize)
    send(scrape(1, `${origin.url}/a`))
    await response(1)
    expect(logs()).toEqual([])
    send({ jsonrpc: '2.0', id: 2, method: 'logging/setLevel', params: { level: 'debug' } })
    expect((await response(2)).result).toEqual({})
    send(scrape(3, `${origin.url}/a`))
    await response(3)
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

  it('is refused with the supported revisions if its own is unknown', async () => {
    const { send, response } = serve()
    const params = { _meta: { ...envelope._meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } }
    send({ ...listTools, params })
    expect((await response(1)).error).toMatchObject({ data: { supported: ['2026-07-28'] } })
  })

  const broken: [string, string, number][] = [
    ['is not JSON', '{"jsonrpc":', -32700],
    ['is a batch', '[]', -32600],
    ['is not JSON-RPC', '{"id":1}', -32600],
    ['has a fractional id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
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
    ['followed by an unknown field', '{},"more":1'],
  ])('is refused with its id if its params are %s', async (_, params) => {
    const { send, response } = serve()
    send(`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":${params}}`)
    expect((await response(7)).error).toMatchObject({ code: -32600 })
  })

  it.each(broken)('is refused if it %s, and the next one is served', async (_, line, code) => {
    const { send, response } = serve()
    send(line)
    expect((await response(null)).error).toMatchObject({ code })
    send(listTools)
    expect((await response(1)).result).toHaveProperty('tools')
  })
})

describe('the end of standard input', () => {
  it('still lets short requests finish', async () => {
    const { send, input, ended, written } = serve()
    send(initialize)
    send(listTools)
    for (const [i, method] of ['resources/list', 'resources/templates/list', 'prompts/list', 'ping'].entries()) {
      send({ ...listTools, id: i + 2, method })
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
    const { send, input, ended } = serve()
    send(scrape(1, `${origin.url}/slow`, meta))
    await origin.arrived('/slow')
    input.end()
    await origin.abandoned('/slow')
    await ended
  })

  it('exits with a call in flight', async () => {
    const origin = await startOrigin()
    const child = spawn(process.execPath, [bin, 'stdio'], {
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

  it('stops an idle server', async () => {
    const { input, ended } = serve()
    input.end()
    await ended
  })
})

describe('a client that closes the output', () => {
  it('stops serving and aborts calls', async () => {
    const origin = await startOrigin()
    const { send, output, ended } = serve()
    send(scrape(1, `${origin.url}/slow`))
    await origin.arrived('/slow')
    output.destroy()
    await once(output, 'close')
    await origin.abandoned('/slow')
    await ended
  })
})
