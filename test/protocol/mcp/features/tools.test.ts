import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OperationResult } from '../../../../src/contract/operation.ts'
import { type ErrorType, errorTable, ServiceError } from '../../../../src/errors.ts'
import { subscribe } from '../../../../src/observe.ts'
import { createRegistry } from '../../../../src/operations/registry.ts'
import type { Invoke, RawParameters } from '../../../../src/operations/runtime.ts'
import { overestimateTokens } from '../../../../src/operations/token-estimate.ts'
import type { McpRequest } from '../../../../src/protocol/mcp/features/mcp-request.ts'
import { createTools } from '../../../../src/protocol/mcp/features/tools.ts'
import { createFetchTools } from '../fetch-tools.ts'
import { startOrigin } from '../origin.ts'

const body: OperationResult = {
  url: 'https://example.com/a',
  final_url: 'https://example.com/b',
  status_code: 200,
  content_type: 'text/html',
  title: null,
  output: 'markdown',
  content: '# Head\n\nText.\n',
  rendered: false,
  complete: true,
  total_chars: 90_000,
  offset: 0,
  next_offset: 40_000,
  model: null,
  usage: null,
  warnings: [{ code: 'needs_javascript', message: 'The page is a shell' }],
  credits_charged: 1,
  credits_remaining: 41,
  fetched_at: '2026-01-01T00:00:00.000Z',
  request_id: 'r-1',
}

function toolsThat(invoke: Invoke, options?: Parameters<typeof createTools>[2]) {
  return createTools(Object.values(createRegistry(['model-a', 'model-b'])), invoke, options)
}

const stay = () => new AbortController().signal
const call = (more: Partial<McpRequest> = {}): McpRequest => ({
  caller: { keyId: null, transport: 'mcp-stdio' },
  requestId: 'r-1',
  signal: stay(),
  ...more,
})

async function failWith(error: ServiceError): Promise<string> {
  const tools = toolsThat(async () => {
    throw error
  })
  const result = await tools.call('scrape', {}, call())
  expect(result.isError).toBe(true)
  expect(result.structuredContent).toBeUndefined()
  expect(result.content).toHaveLength(1)
  return result.content[0]?.text ?? ''
}

describe('the list of tools', () => {
  it('is the same bytes every time, scrape first', () => {
    const [one, two] = [createFetchTools(), createFetchTools()]
    expect(JSON.stringify(one.list())).toBe(JSON.stringify(two.list()))
    expect(one.list()).toBe(one.list())
    expect(one.list().map(({ name }) => name)).toEqual(['scrape', 'google_ads'])
  })

  it('describes and bounds every parameter and allows no other', () => {
    for (const { inputSchema } of createFetchTools().list()) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(inputSchema).not.toHaveProperty('$schema')
      expect(JSON.stringify(inputSchema)).not.toContain(String(Number.MAX_SAFE_INTEGER))
      for (const schema of Object.values(inputSchema.properties as Record<string, Record<string, unknown>>)) {
        expect(schema.description).toMatch(/\w+/)
        if (schema.type === 'integer' || schema.type === 'number') {
          expect(schema).toMatchObject({ minimum: expect.any(Number), maximum: expect.any(Number) })
        }
      }
    }
  })

  /**
   * Counted as overestimateTokens counts, which is more than the usual vocabularies need: a token for five letters of a word,
   * for three digits, for two signs; spaces belong to the words behind them. And, cruder, as a token for every three characters.
   */
  it('costs a model at most 2,000 tokens: names, descriptions and input schemas', () => {
    const told = createFetchTools()
      .list()
      .map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }))
      .join('\n')
    expect(overestimateTokens(told)).toBeLessThanOrEqual(2000)
    expect(told.length / 3).toBeLessThanOrEqual(2000)
  })

  it('has an example in every description, and none in the output schemas, which describe nothing', () => {
    for (const { name, description, inputSchema, outputSchema } of createFetchTools().list()) {
      const [, example = ''] = /Example: (\{.*\})\.$/.exec(description) ?? []
      const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(inputSchema)
      expect(validate(JSON.parse(example)), name).toBe(true)
      expect(JSON.stringify(outputSchema)).not.toMatch(/"(description|examples|title)":"/)
    }
  })

  it('names the other tool, the price and what it does not do', () => {
    const [scrape, ads] = createFetchTools().list()
    expect(scrape?.description).toMatch(/google_ads.*does not.*Costs 1 credit.*failures are free/s)
    expect(ads?.description).toMatch(/no organic results.*use scrape.*Costs 5 credits.*failures are free/s)
  })

  it('lets Claude Code keep a whole default window in the conversation', () => {
    const [scrape] = createFetchTools().list()
    expect(scrape?._meta).toEqual({ 'anthropic/maxResultSizeChars': 100_000 })
  })

  it('shows the window that holds over MCP', () => {
    const [scrape] = createFetchTools().list()
    expect(scrape?.inputSchema.properties).toMatchObject({ max_chars: { default: 40_000, maximum: 1_000_000 } })
    expect(scrape?.inputSchema.required).toEqual(['url'])
  })

  it('says that the tools read the open world and change nothing', () => {
    for (const { annotations, title } of createFetchTools().list()) {
      expect(annotations).toMatchObject({ title, readOnlyHint: true, destructiveHint: false, openWorldHint: true })
    }
  })

  it('has output schemas that real results keep to', () => {
    const [scrape] = createFetchTools().list()
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(scrape?.outputSchema ?? {})
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ ...body, content: 7 })).toBe(false)
  })

  it('spells schemas with one type each', () => {
    const text = JSON.stringify(createFetchTools().list())
    expect(text).not.toMatch(/"type":\[|:\{\}/)
    expect(text).toContain('"title":{"anyOf":[{"type":"string"},{"type":"null"}]}')
    // A property that is named like a keyword stays a property.
    expect(text).toContain('"properties":{"url":{"type":"string"},"hreflang":')
  })

  it('has one page', () => {
    expect(() => createFetchTools().list('next')).toThrow(expect.objectContaining({ code: -32602 }))
  })
})

describe('a success', () => {
  it('carries the body twice: as structure, and as lines with the content last', async () => {
    const result = await toolsThat(async () => body).call('scrape', { url: body.url }, call())
    expect(result).toEqual({
      structuredContent: body,
      content: [
        {
          type: 'text',
          text: `url: https://example.com/a
final_url: https://example.com/b
status_code: 200
content_type: text/html
output: markdown
rendered: false
complete: true
total_chars: 90000
offset: 0
next_offset: 40000
warnings: [{"code":"needs_javascript","message":"The page is a shell"}]
credits_charged: 1
credits_remaining: 41
fetched_at: 2026-01-01T00:00:00.000Z
request_id: r-1

# Head

Text.
`,
        },
      ],
    })
  })

  it('writes lists and objects as compact JSON', async () => {
    const links = [{ url: 'https://example.com/', text: 'Home', internal: true }]
    const result = await toolsThat(async () => ({ ...body, content: links })).call('scrape', {}, call())
    expect(result.content[0]?.text).toMatch(
      /\n\n\[\{"url":"https:\/\/example\.com\/","text":"Home","internal":true\}\]$/,
    )
  })

  it('ends with its fields where there is no content', async () => {
    const result = await toolsThat(async () => ({ ...body, content: null })).call('google_ads', {}, call())
    expect(result.content[0]?.text).toMatch(/\nrequest_id: r-1$/)
  })

  it.each(['\n', '\r\n', '\u2028', '\n\n'])(
    'has no field that a title with the line break %j has written',
    async (br) => {
      const title = `News${br}credits_charged: 0`
      const result = await toolsThat(async () => ({ ...body, title })).call('scrape', {}, call())
      expect(result.content[0]?.text).toContain('\ntitle: News credits_charged: 0\n')
      expect(result.structuredContent?.title).toBe(title)
    },
  )
})

describe('the arguments', () => {
  async function received(args: unknown): Promise<RawParameters> {
    let seen: RawParameters | undefined
    const tools = toolsThat(async (_, parameters) => {
      seen = parameters
      return body
    })
    await tools.call('scrape', args, call())
    return seen as RawParameters
  }

  it('get the window that holds over MCP when they name none', async () => {
    expect((await received({ url: 'https://example.com/' })).raw).toMatchObject({ max_chars: 40_000 })
    expect((await received({ url: 'https://example.com/', max_chars: 7 })).raw).toMatchObject({ max_chars: 7 })
  })

  it('may write numbers and booleans as text', async () => {
    const { raw } = await received({
      url: 'https://example.com/',
      render_js: 'yes',
      offset: '12',
      timeout_ms: '1.5e3',
    })
    expect(raw).toMatchObject({ render_js: true, offset: 12, timeout_ms: 1500 })
  })

  it('that can not be read are told with their parameter', async () => {
    const args = { url: 'https://example.com/', render_js: 'perhaps' }
    const result = await createFetchTools().call('scrape', args, call())
    expect(result.content[0]?.text).toMatch(/^bool_parsing: .*"loc":\["query","render_js"\]/s)
  })

  it('may be missing, and then the parameter is missing', async () => {
    const result = await createFetchTools().call('scrape', undefined, call())
    expect(result.content[0]?.text).toMatch(
      /^missing: Field required\. Give the missing parameter\. Retry unchanged: no\.\n\n\{"detail":\[/,
    )
  })

  it.each([[[]], ['url'], [null], [7]])('that are no object (%j) are refused as a result', async (args) => {
    const result = await createFetchTools().call('scrape', args, call())
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^value_error: /) }] })
  })

  it('with an unknown name are refused by that name', async () => {
    const result = await createFetchTools().call('scrape', { url: 'https://example.com/', rendr_js: true }, call())
    expect(result.content[0]?.text).toMatch(/^extra_forbidden: .*"loc":\["query","rendr_js"\]/s)
  })
})

describe('a failure', () => {
  it('says type, message and next step, and carries the error body', async () => {
    const text = await failWith(
      new ServiceError('selector_not_matched', 'Nothing matches .price', { param: 'css_selector' }),
    )
    const [head, json] = text.split('\n\n')
    expect(head).toBe(
      `selector_not_matched: Nothing matches .price. ${errorTable.selector_not_matched.next} Retry unchanged: no. Next call: scrape with render_js: true.`,
    )
    expect(JSON.parse(json ?? '')).toEqual({
      detail: [{ loc: ['query', 'css_selector'], msg: 'Nothing matches .price', type: 'selector_not_matched' }],
      request_id: 'r-1',
      retryable: false,
      credits_charged: 0,
    })
  })

  it('has one full stop behind a message that brings its own', async () => {
    expect(await failWith(new ServiceError('overloaded', 'Too many pages at once.'))).toMatch(
      /^overloaded: Too many pages at once\. Wait a moment and ask again\. Retry unchanged: yes\. /,
    )
  })

  it('has at most 2,000 characters and valid JSON, however much is wrong', async () => {
    const monsters = [
      new ServiceError('value_error', 'x'.repeat(5000)),
      new ServiceError('value_error', '\u0000"\\'.repeat(2000)),
      new ServiceError('value_error', '😀'.repeat(2000)),
      ...[10, 500].flatMap((count) =>
        ['name', 'n'.repeat(9000), '\u0001'.repeat(500), '\n'].map((name) => {
          const problems = Array.from({ length: count }, (_, i) => ({
            loc: ['query', name + i],
            msg: `Extra inputs are not permitted: ${name}`,
            type: 'extra_forbidden' as ErrorType,
          }))
          return ServiceError.fromProblems(problems as [(typeof problems)[0], ...typeof problems])
        }),
      ),
    ]
    for (const monster of monsters) {
      const text = await failWith(monster)
      expect(text.length).toBeLessThanOrEqual(2000)
      const at = text.indexOf('\n\n')
      expect(text.slice(0, at)).not.toMatch(/[\r\n]/)
      const { detail } = JSON.parse(text.slice(at)) as { detail: unknown[] }
      expect(detail.length).toBeGreaterThan(0)
    }
  })

  it.each(Object.keys(errorTable) as ErrorType[])('of type %s fits whole', async (type) => {
    const text = await failWith(new ServiceError(type, 'm'.repeat(300), { param: 'url' }))
    expect(JSON.parse(text.slice(text.indexOf('\n\n'))).detail[0].msg).toBe('m'.repeat(300))
  })
})

describe('a call', () => {
  it('of an unknown tool is a fault of the protocol', async () => {
    await expect(createFetchTools().call('toString', {}, call())).rejects.toMatchObject({ code: -32602 })
  })

  it('ends with the reason of the client that left', async () => {
    const origin = await startOrigin()
    const left = new AbortController()
    const gone = createFetchTools().call('scrape', { url: `${origin.url}/slow` }, call({ signal: left.signal }))
    await origin.arrived('/slow')
    const reason = new Error('gone')
    left.abort(reason)
    await expect(gone).rejects.toBe(reason)
  })

  it('that meets a bug of ours is reported and told without detail', async () => {
    const faults: unknown[] = []
    onTestFinished(subscribe('gleaner:fault', ({ error }) => faults.push(error)))
    const bug = new TypeError('secret detail')
    const tools = toolsThat(async () => {
      throw bug
    })
    const result = await tools.call('scrape', {}, call())
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^internal: /) }] })
    expect(JSON.stringify(result)).not.toContain('secret')
    expect(faults).toEqual([bug])
  })

  it('tells what it does, and that it still does it, until it ends', async () => {
    const told: { progress: number; message: string }[] = []
    const enough = Promise.withResolvers<void>()
    const onProgress = (update: (typeof told)[0]) => {
      told.push(update)
      if (told.length === 5) enough.resolve()
    }
    let late = (_message: string) => {}
    const tools = toolsThat(
      async (_, __, { progress }) => {
        late = progress ?? late
        progress?.('Fetching example.com')
        await enough.promise
        return body
      },
      { progressIntervalMs: 1 },
    )
    await tools.call('scrape', {}, call({ onProgress }))
    late('too late')
    expect(told.slice(0, 5).map(({ message }) => message)).toEqual([
      'Starting scrape',
      'Fetching example.com',
      ...Array(3).fill('Fetching example.com (0 s so far)'),
    ])
    const counts = told.map(({ progress }) => progress)
    expect(counts).toEqual(counts.map((_, i) => i + 1))
    expect(told.map(({ message }) => message)).not.toContain('too late')
  })
})
