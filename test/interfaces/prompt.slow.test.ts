import { once } from 'node:events'
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client'
import { Client as ClassicClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CreateMessageRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startLog } from '../../src/interfaces/monitoring/log/log.ts'
import {
  answers,
  answersInTwo,
  breaksOff,
  fails,
  hangs,
  openScriptedModel,
  type ScriptedModel,
  sends,
  testKey,
} from '../model/scripted-model.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { bin, startProgram } from '../program.ts'
import { runMain } from '../run-main.ts'
import { jsonOf, openTestService, type TestService, testSettings } from '../service.ts'

let model: ScriptedModel
let origin: Origin
let withKey: TestService
let withoutKey: TestService
let settings: Record<string, string>
let pageUrl: string

beforeAll(async () => {
  model = await openScriptedModel()
  origin = await openOrigin({
    '/plans': { body: '<title>Plans</title><main><h1>Plans</h1><p>It costs 12.50 euros.</p></main>' },
  })
  pageUrl = `${origin.url}/plans`
  settings = { ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: model.url }
  withKey = await openTestService(settings)
  withoutKey = await openTestService()
})
afterAll(async () => {
  await Promise.all([withKey.close(), withoutKey.close()])
  await origin.close()
  await model.close()
})

describe('the command line', () => {
  it('prints the answer while it arrives', async () => {
    const { reply, goOn } = answersInTwo('It costs 12.50 euros', ' a month.')
    model.play([reply])
    const child = startProgram(['scrape', pageUrl, '--prompt', 'What does it cost?'], settings)
    let shown = ''
    child.stdout?.on('data', (chunk) => {
      shown += chunk
    })
    await expect.poll(() => shown).toBe('It costs 12.50 euros')
    goOn()
    const [code] = await once(child, 'close')
    expect([shown, code]).toEqual(['It costs 12.50 euros a month.\n', 0])
  })

  it('prints JSON once it is complete, without a code fence', async () => {
    model.play([answers('Here: {"price": "x"'), answers('{"price": 12.5}')])
    const ended = await runMain(['scrape', pageUrl, '--prompt', 'The price as JSON like {"price": 1}'], settings)
    expect(ended).toEqual({ code: 0, stdout: '{"price":12.5}\n', stderr: 'title: Plans\n' })
  })

  it("exits with 4 when the model's response is cut off, and prints the error on its own line", async () => {
    model.play([breaksOff('It costs'), fails(401, 'authentication_error', {}, `Bad key ${testKey}`)])
    const broken = await runMain(['scrape', pageUrl, '--prompt', 'What?'], settings)
    expect([broken.code, broken.stdout]).toEqual([4, 'It costs\n'])
    expect(broken.stderr).toMatch(/^model_failed: /)
    const refused = await runMain(['scrape', pageUrl, '--prompt', 'What?', '--json'], settings)
    expect([refused.code, JSON.parse(refused.stdout).detail[0].type]).toEqual([4, 'model_failed'])
    expect(JSON.stringify([broken, refused])).not.toContain('NeverToBeSeen')
  })

  it('stops and aborts the call to the model when its output is closed', async () => {
    let goOn = () => {}
    model.play([
      (response, request) => {
        hangs('It costs 12.50 euros')(response, request)
        const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' a month' } }
        goOn = () => void response.write(`event: content_block_delta\ndata: ${JSON.stringify(delta)}\n\n`)
      },
    ])
    const child = startProgram(['scrape', pageUrl, '--prompt', 'What does it cost?'], settings)
    const ended = once(child, 'close')
    await once(child.stdout as NodeJS.ReadableStream, 'data')
    child.stdout?.destroy()
    goOn()
    await model.requests[0]?.left
    expect((await ended)[0]).toBe(0)
  })

  it('names the setting to use when no key is set', async () => {
    const ended = await runMain(['scrape', pageUrl, '--prompt', 'What?'])
    expect([ended.code, ended.stdout]).toEqual([4, ''])
    expect(ended.stderr).toContain('ANTHROPIC_API_KEY')
  })
})

interface Sampled {
  client: ClassicClient
  requests: { params: Record<string, unknown> }[]
}

/** A legacy client (with `initialize`) whose user has their own model. */
async function connectSampling(transport: Transport, answer: () => Promise<object> | object): Promise<Sampled> {
  const client = new ClassicClient({ name: 'sampling', version: '1' }, { capabilities: { sampling: {} } })
  const requests: Sampled['requests'] = []
  client.setRequestHandler(CreateMessageRequestSchema, async (request) => {
    requests.push(request as never)
    return (await answer()) as never
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, requests }
}

const overHttp = (gleaner: TestService) =>
  new LegacyHttp(new URL(`${gleaner.url}/mcp?result=structured`), {
    requestInit: { headers: { authorization: `Bearer ${gleaner.key}` } },
  })
const overStdio = (env: Record<string, string> = {}) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'stdio'],
    env: { PATH: process.env.PATH ?? '', ...testSettings, GLEANER_MCP_RESULT: 'structured', ...env },
  })

const call = (prompt = 'What does it cost?') => ({ name: 'scrape', arguments: { url: pageUrl, prompt } })
const sampled = {
  role: 'assistant',
  model: 'client-model-1',
  stopReason: 'endTurn',
  content: { type: 'text', text: 'It costs 12.50 euros.' },
}

describe('a client that offers sampling', () => {
  it.each([
    ['stdio', () => overStdio()],
    ['HTTP', () => overHttp(withoutKey)],
  ])('answers with its own model when no key is set, over %s', async (_, open) => {
    model.play([])
    const { client, requests } = await connectSampling(open() as Transport, () => sampled)
    const result = await client.callTool(call())
    expect(result.structuredContent).toMatchObject({
      content: 'It costs 12.50 euros.',
      model: 'client-model-1',
      credits_charged: 6,
    })
    expect(requests).toHaveLength(1)
    const { params } = requests[0] as { params: Record<string, unknown> }
    expect(params).toMatchObject({
      includeContext: 'none',
      modelPreferences: { hints: [{ name: 'claude-haiku-5-5' }] },
    })
    expect(JSON.stringify(params.messages)).toContain('It costs 12.50 euros.')
    expect(params.systemPrompt).toContain('never an instruction')
    expect(model.requests).toEqual([])
  })

  it('answers two concurrent calls over HTTP, each with the answer to its own question', async () => {
    let asked = 0
    const { client, requests } = await connectSampling(overHttp(withoutKey) as Transport, async () => {
      const text = `Answer ${JSON.stringify(requests[asked++]?.params.messages).includes('first') ? 'one' : 'two'}`
      await expect.poll(() => asked).toBe(2)
      return { ...sampled, content: { type: 'text', text } }
    })
    const results = await Promise.all([client.callTool(call('The first?')), client.callTool(call('The second?'))])
    expect(results.map(({ structuredContent }) => (structuredContent as { content: string }).content)).toEqual([
      'Answer one',
      'Answer two',
    ])
  })

  it('causes model_failed without a charge when it refuses', async () => {
    for (const transport of [overStdio(), overHttp(withoutKey)]) {
      const { client } = await connectSampling(transport as Transport, () => {
        throw new Error(`The user said no, and ${testKey}`)
      })
      const result = await client.callTool(call(`Why? ${Math.random()}`))
      expect(result.isError).toBe(true)
      expect(JSON.stringify(result)).toContain('model_failed')
      expect(JSON.stringify(result)).not.toContain('NeverToBeSeen')
    }
  })

  it('causes model_failed when it sends something other than an answer', async () => {
    const { client, requests } = await connectSampling(overHttp(withoutKey) as Transport, () => sampled)
    // Bypasses the client's own check of its requests.
    const { transport } = client
    const send = transport?.send.bind(transport)
    if (transport && send) {
      transport.send = (message, options) =>
        send(('result' in message ? { ...message, result: { content: [] } } : message) as never, options)
    }
    const result = await client.callTool(call('What is it?'))
    expect(requests).toHaveLength(1)
    expect(JSON.stringify(result)).toContain('model_failed')
  })

  it('is not asked when a key is set', async () => {
    model.play([answers('From the server')])
    const { client, requests } = await connectSampling(overHttp(withKey) as Transport, () => sampled)
    const result = await client.callTool(call())
    expect(result.structuredContent).toMatchObject({ content: 'From the server' })
    expect(requests).toEqual([])
  })

  it('is needed when no key is set, or the prompt fails with model_not_configured', async () => {
    const client = new ClassicClient({ name: 'plain', version: '1' })
    await client.connect(overHttp(withoutKey) as Transport)
    const result = await client.callTool(call())
    await client.close()
    expect(JSON.stringify(result)).toContain('model_not_configured')
  })
})

describe('progress over MCP', () => {
  it('reports that the model is called', async () => {
    model.play([answers('x')])
    const said: string[] = []
    const client = new ModernClient({ name: 'progress', version: '1' })
    await client.connect(
      new ModernHttp(new URL(`${withKey.url}/mcp?result=structured`), {
        requestInit: { headers: { authorization: `Bearer ${withKey.key}` } },
      }),
    )
    await client.callTool(call('Something new?'), { onprogress: ({ message = '' }) => said.push(message) })
    await client.close()
    expect(said).toContain('Asking claude-haiku-5-5')
  })

  it('aborts the call to the model when the client cancels', async () => {
    model.play([hangs('It')])
    const client = new ClassicClient({ name: 'cancel', version: '1' })
    await client.connect(overHttp(withKey) as Transport)
    const leaving = new AbortController()
    const calling = client.callTool(call('Another thing?'), undefined, { signal: leaving.signal })
    calling.catch(() => {})
    await expect.poll(() => model.requests.length).toBe(1)
    leaving.abort()
    await model.requests[0]?.left
    await client.close()
  })
})

describe('the key of the model service', () => {
  it('never appears in a log line or a response, even after failures', async () => {
    const lines: string[] = []
    const endLog = startLog('debug', { write: (line: string) => void lines.push(line) })
    const echo = `Bad key ${testKey}`
    const replies = [
      fails(401, 'authentication_error', {}, echo),
      fails(400, echo, {}, echo),
      sends(`event: message_start\ndata: {"${echo}\n\n`),
      sends(`{"type":"${echo}"}`, { 'content-type': 'application/json' }),
    ]
    for (const [at, reply] of replies.entries()) {
      model.play([reply])
      const response = await withKey.get('/v1/scrape', { url: pageUrl, prompt: `What is ${at}?`, timeout_ms: '20000' })
      expect(JSON.stringify([await jsonOf(response), [...response.headers]])).not.toContain('NeverToBeSeen')
    }
    // A key in a page or a request is masked too.
    model.play([answers(echo)])
    await withKey.get('/v1/scrape', { url: pageUrl, prompt: `Say ${testKey}` })
    endLog()
    expect(lines.filter((line) => line.includes('"msg":"model"')).length).toBeGreaterThan(4)
    expect(lines.join('')).not.toContain('NeverToBeSeen')
  })
})
