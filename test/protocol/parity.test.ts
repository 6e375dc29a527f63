import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio'
import { Client as ClassicClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as ClassicStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '../../src/contract/result.ts'
import { createRegistry, type RegisteredOperation } from '../../src/operations/registry.ts'
import { openScriptedModel, type ScriptedModel, testKey } from '../answer/scripted-model.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { bin, runProgram } from '../program.ts'
import { type Json, jsonOf, openTestService, type TestService, testSettings } from '../service.ts'
import { type Case, cases, modelScript, site } from './parity-cases.ts'

type Input = Case['input']
/** What a door gave: a result body, or an error body with the status or exit code that went with it. */
type Given = { result: Json } | { error: Json; code: number | null }
type Door = (operation: Case['operation'], input: Input) => Promise<Given>

const settings = {
  ...testSettings,
  GLEANER_MAX_BODY_BYTES: String(2 * 1024 * 1024),
  GLEANER_BROWSER_PATH: '/nowhere/chromium',
  GLEANER_GOOGLE_URL: '',
  GLEANER_MODELS: 'claude-sonnet-5-5',
  ANTHROPIC_API_KEY: testKey,
  ANTHROPIC_BASE_URL: '',
}
const exitCodes: Record<number, number> = { 422: 2, 502: 3, 504: 3, 503: 4, 500: 4 }

let gleaner: TestService
let origin: Origin
let model: ScriptedModel
const doors: Record<string, Door> = {}
const closing: (() => Promise<unknown>)[] = []

interface ToolClient {
  callTool(call: { name: string; arguments: Json }): Promise<unknown>
}

const mcpDoor =
  (client: ToolClient): Door =>
  async (operation, input) => {
    const given = (await client.callTool({ name: operation, arguments: input })) as {
      isError?: boolean
      structuredContent?: Json
      content: { type: string; text: string }[]
    }
    expect(given.content).toHaveLength(1)
    const text = given.content[0]?.text ?? ''
    if (given.isError) {
      expect(given.structuredContent).toBeUndefined()
      expect(text.length).toBeLessThanOrEqual(2000)
      const [words = '', body = ''] = text.split('\n\n')
      const error = JSON.parse(body) as { detail: { type: string }[] }
      expect(words.startsWith(`${error.detail[0]?.type}: `)).toBe(true)
      return { error: error as unknown as Json, code: null }
    }
    const result = given.structuredContent ?? {}
    expect(bodyOfText(text, result)).toEqual(withoutNulls(result))
    return { result }
  }

/** Reads the text block back: clients that see nothing else must lose nothing. */
function bodyOfText(text: string, result: Json): Json {
  const at = text.indexOf('\n\n')
  const lines = (at < 0 ? text : text.slice(0, at)).split('\n')
  const read = (key: string, value: string) => (typeof result[key] === 'string' ? value : JSON.parse(value))
  const fields = lines.map((line) => {
    const colon = line.indexOf(': ')
    return [line.slice(0, colon), read(line.slice(0, colon), line.slice(colon + 2))]
  })
  // Where content is null nothing follows the lines.
  return { ...Object.fromEntries(fields), ...(at < 0 ? {} : { content: read('content', text.slice(at + 2)) }) }
}

const withoutNulls = (body: Json) => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))

beforeAll(async () => {
  origin = await openOrigin(site)
  model = await openScriptedModel(modelScript)
  settings.GLEANER_GOOGLE_URL = `${origin.url}/{domain}`
  settings.ANTHROPIC_BASE_URL = model.url
  gleaner = await openTestService(settings)
  const headers = { authorization: `Bearer ${gleaner.key}` }
  const mcpUrl = new URL(`${gleaner.url}/mcp`)
  const command = {
    command: process.execPath,
    args: [bin, 'stdio'],
    env: { PATH: process.env.PATH ?? '', ...settings },
  }
  const info = { name: 'parity', version: '1' }

  doors.rest = async (operation, input) => {
    const response = await gleaner.get(`/v1/${operation}`, stringsOf(input))
    const body = (await response.json()) as Json
    return response.ok ? { result: body } : { error: body, code: response.status }
  }
  doors['command line'] = async (operation, input) => {
    const flags = Object.entries(input).map(([name, value]) => `--${name.replaceAll('_', '-')}=${value}`)
    const ended = await runProgram([operation.replace('_', '-'), ...flags, '--json'], settings)
    const body = JSON.parse(ended.stdout) as Json
    return ended.code === 0 ? { result: body } : { error: body, code: ended.code }
  }

  const classicHttp = new ClassicClient(info)
  await classicHttp.connect(new LegacyHttp(mcpUrl, { requestInit: { headers } }))
  const classicStdio = new ClassicClient(info)
  await classicStdio.connect(new ClassicStdio(command))
  const modern = () => new ModernClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  const modernHttp = modern()
  await modernHttp.connect(new ModernHttp(mcpUrl, { requestInit: { headers } }))
  const modernStdio = modern()
  await modernStdio.connect(new ModernStdio(command))
  doors['classic MCP over HTTP'] = mcpDoor(classicHttp)
  doors['classic MCP over stdio'] = mcpDoor(classicStdio)
  doors['modern MCP over HTTP'] = mcpDoor(modernHttp as unknown as ToolClient)
  doors['modern MCP over stdio'] = mcpDoor(modernStdio as unknown as ToolClient)
  closing.push(...[classicHttp, classicStdio, modernHttp, modernStdio].map((client) => () => client.close()))
})

afterAll(async () => {
  for (const close of closing) await close()
  await gleaner.close()
  await origin.close()
  await model.close()
})

const stringsOf = (input: Input) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))

/** What may differ between doors is left out (docs/api.md, Interfaces). */
function comparable(given: Given): unknown {
  if ('error' in given) {
    const { request_id, ...error } = given.error
    expect(request_id).toMatch(/^[0-9a-f-]{36}$/)
    return error
  }
  const { request_id, fetched_at, credits_remaining, ...result } = given.result
  expect(request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Date(String(fetched_at)).toISOString()).toBe(fetched_at)
  expect(credits_remaining).toBeNull()
  return result
}

/** The case with the address of the site filled in. */
function filled<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('{origin}', origin.url)) as T
}

describe('all doors answer alike', () => {
  const operations: Record<string, RegisteredOperation> = createRegistry(['claude-haiku-5-5'])

  it.each(cases)('$title', async (testCase) => {
    const { operation, input, error, status, result } = filled(testCase)
    const schema = operations[operation]?.result
    const answers = new Map<string, unknown>()
    for (const [name, door] of Object.entries(doors)) {
      const given = await door(operation, input)
      answers.set(name, comparable(given))
      if ('result' in given) {
        expect(schema?.safeParse(given.result).error, name).toBeUndefined()
        expect(given.result, name).toMatchObject(result ?? { nothing: 'expected' })
      } else {
        const body = errorBody.parse(given.error)
        expect(body.detail[0]?.type, name).toBe(error)
        expect(body.credits_charged).toBe(0)
        if (name === 'rest') expect(given.code).toBe(status)
        if (name === 'command line') expect(given.code).toBe(error === 'model_failed' ? 4 : exitCodes[status ?? 0])
      }
    }
    const [first] = answers.values()
    for (const [name, answer] of answers) expect(answer, name).toEqual(first)
  })
})

describe('reading on', () => {
  it('is served from the stored result, for nothing, on every door that keeps results', async () => {
    for (const name of Object.keys(doors).filter((door) => door !== 'command line')) {
      const input = { url: `${origin.url}/article`, output: 'raw_html', max_chars: 150 }
      const pieces: Json[] = []
      const before = origin.requests.length
      for (let offset: unknown = 0; offset !== null; offset = pieces.at(-1)?.next_offset ?? null) {
        const given = await doors[name]?.('scrape', { ...input, offset: Number(offset) })
        if (!given || !('result' in given)) throw new Error(`${name} failed`)
        pieces.push(given.result)
      }
      expect(pieces.length, name).toBeGreaterThan(5)
      expect(pieces.map(({ credits_charged }) => credits_charged)).toEqual(pieces.map((_, i) => (i === 0 ? 1 : 0)))
      expect(new Set(pieces.map(({ fetched_at }) => fetched_at)).size).toBe(1)
      expect(pieces.map(({ content }) => content).join(''), name).toContain('<footer>Footer</footer></body></html>')
      const past = await doors[name]?.('scrape', { ...input, offset: 100_000 })
      expect(past, name).toMatchObject({ result: { content: '', next_offset: null, credits_charged: 0 } })
      expect(origin.requests.length - before, name).toBe(1)
    }
  })

  it('is not shared between keys, and a lost result is fetched again and charged', async () => {
    const { key } = await gleaner.access.issue('other')
    const input = { url: `${origin.url}/article`, output: 'raw_html', max_chars: '100', offset: '100' }
    await gleaner.get('/v1/scrape', { ...input, offset: '0' })
    const mine = await jsonOf(gleaner.get('/v1/scrape', input))
    const headers = { authorization: `Bearer ${key}` }
    const theirs = await jsonOf(gleaner.get('/v1/scrape', input, { headers }))
    expect([mine.credits_charged, theirs.credits_charged]).toEqual([0, 1])
    expect(theirs.content).toBe(mine.content)
  })
})

describe('a parameter given twice', () => {
  it('is refused on the doors where that can be said', async () => {
    const url = `${origin.url}/article`
    const query = new URLSearchParams([
      ['url', url],
      ['url', url],
      ['offset', '1'],
      ['offset', '2'],
    ])
    const rest = await gleaner.get(`/v1/scrape?${query}`)
    const cli = await runProgram(['scrape', url, '--url', url, '--offset=1', '--offset=2', '--json'], settings)
    const detail = [
      { loc: ['query', 'url'], type: 'value_error' },
      { loc: ['query', 'offset'], type: 'value_error' },
    ]
    expect(await rest.json()).toMatchObject({ detail })
    expect(JSON.parse(cli.stdout)).toMatchObject({ detail })
    expect(cli.code).toBe(2)
  })
})
