import { Ajv2020 } from 'ajv/dist/2020.js'
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ServiceError } from '../../../../src/base/errors.ts'
import { subscribe } from '../../../../src/base/events.ts'
import { noShare } from '../../../../src/base/share.ts'
import { contentTokensOf } from '../../../../src/content/content-tokens.ts'
import type { OperationResult } from '../../../../src/contract/operation.ts'
import type { McpRequest } from '../../../../src/interfaces/mcp/features/mcp-request.ts'
import { createTools } from '../../../../src/interfaces/mcp/features/tools.ts'
import { createRegistry } from '../../../../src/operations/registry.ts'
import type { GivenParameters, Invoke, RawParameters } from '../../../../src/operations/runtime.ts'
import { createFetchTools } from '../fetch-features.ts'
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
  content_tokens: 5,
  outline: [{ level: 1, text: 'Head', offset: 0 }],
  highlights: null,
  fragment_offset: null,
  extra: null,
  from_cache: false,
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
  share: noShare,
  requestId: 'r-1',
  signal: stay(),
  takesLinks: true,
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
  return textIn(result)
}

function textIn({ content: [first] }: Awaited<ReturnType<ReturnType<typeof createTools>['call']>>): string {
  return first?.type === 'text' ? first.text : ''
}

describe('the list of tools', () => {
  it('is always the same, with scrape first', () => {
    const [one, two] = [createFetchTools(), createFetchTools()]
    expect(JSON.stringify(one.list())).toBe(JSON.stringify(two.list()))
    expect(one.list()).toBe(one.list())
    expect(one.list().map(({ name }) => name)).toEqual(['scrape', 'google_ads'])
  })

  it('describes and limits every parameter, and allows no others', () => {
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
   * contentTokensOf is accurate to within a tenth on average. The second estimate is one token per three characters.
   */
  it('offers language model parameters only if a model is configured, or the client has its own', () => {
    const parameters = (hasModel: boolean, ofClient?: boolean) => {
      const [scrape] = toolsThat(async () => body, { hasModel }).list(undefined, ofClient)
      return [Object.keys(scrape?.inputSchema.properties as object), scrape?.description ?? ''] as const
    }
    const [names, description] = parameters(false)
    expect(names).not.toEqual(expect.arrayContaining(['prompt']))
    expect(names).toContain('url')
    expect(description).not.toMatch(/prompt|model/)
    for (const [all] of [parameters(true), parameters(false, true)])
      expect(all).toEqual(expect.arrayContaining(['prompt', 'json_schema', 'model']))
  })

  it('costs a model at most 3,000 tokens for names, descriptions and input schemas', () => {
    const definitions = createFetchTools()
      .list()
      .map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }))
      .join('\n')
    expect(1.1 * contentTokensOf(definitions)).toBeLessThanOrEqual(3000)
    expect(definitions.length / 3).toBeLessThanOrEqual(3000)
  })

  it('costs at most 2,800 tokens for scrape and 1,450 for google_ads, with schemas, in o200k_base', () => {
    const encoder = new Tiktoken(o200k)
    const tokens = createFetchTools()
      .list()
      .map((tool) => [tool.name, encoder.encode(JSON.stringify(tool)).length] as const)
    const { scrape, google_ads } = Object.fromEntries(tokens)
    expect(scrape).toBeLessThanOrEqual(2800)
    expect(google_ads).toBeLessThanOrEqual(1450)
  })

  it('has an example in every description, and no descriptions in the output schemas', () => {
    for (const { name, description, inputSchema, outputSchema } of createFetchTools().list()) {
      const [, example = ''] = /Example: (\{.*\})\.$/.exec(description) ?? []
      const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(inputSchema)
      expect(validate(JSON.parse(example)), name).toBe(true)
      expect(JSON.stringify(outputSchema)).not.toMatch(/"(description|examples|title)":"/)
    }
  })

  it('states the other tool, the price and the limits in each description', () => {
    const [scrape, ads] = createFetchTools().list()
    expect(scrape?.description).toMatch(/google_ads.*does not.*Costs 1 credit.*Failures are free/s)
    expect(ads?.description).toMatch(/no organic results.*use scrape.*Costs 5 credits.*failures are free/s)
  })

  it('allows a full default window in Claude Code', () => {
    const [scrape] = createFetchTools().list()
    expect(scrape?._meta).toEqual({ 'anthropic/maxResultSizeChars': 100_000 })
  })

  it('states the default window for MCP in the input schema', () => {
    const [scrape] = createFetchTools().list()
    expect(scrape?.inputSchema.properties).toMatchObject({ max_chars: { default: 40_000, maximum: 1_000_000 } })
    expect(scrape?.inputSchema.required).toEqual(['url'])
  })

  it('marks the tools as read-only and open-world', () => {
    for (const { annotations, title } of createFetchTools().list()) {
      expect(annotations).toMatchObject({ title, readOnlyHint: true, destructiveHint: false, openWorldHint: true })
    }
  })

  it('has output schemas that results match', () => {
    const [scrape] = createFetchTools().list()
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(scrape?.outputSchema ?? {})
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ ...body, content: 7 })).toBe(false)
  })

  it('has one page', () => {
    expect(() => createFetchTools().list('next')).toThrow(expect.objectContaining({ code: -32602 }))
  })
})

describe('a success', () => {
  it('has the whole body as structured content, and its text adds only what the content lacks', async () => {
    const result = await toolsThat(async () => body).call('scrape', { url: body.url }, call())
    expect(result).toEqual({
      structuredContent: body,
      content: [
        {
          type: 'text',
          text: `final_url: https://example.com/b
warning: needs_javascript: The page is a shell
continues: 40,000 of 90,000 characters; call scrape with the same arguments and offset=40000

# Head

Text.
`,
        },
        { type: 'text', text: 'outline:\n0 1 Head' },
      ],
    })
  })

  it('links to the whole result if it is stored, unless the revision lacks links', async () => {
    const tools = toolsThat(async (_, __, { onStored }) => {
      onStored?.('abc')
      return { ...body, title: 'A page' }
    })
    const linked = await tools.call('scrape', {}, call())
    expect(linked.content.at(-1)).toEqual({ type: 'resource_link', uri: 'gleaner://snapshot/abc', name: 'A page' })
    expect(textIn(linked)).toContain('offset=40000 (free for 15 minutes)\n')
    const plain = await tools.call('scrape', {}, call({ takesLinks: false }))
    expect(plain.content.map(({ type }) => type)).toEqual(['text', 'text'])
  })
})

describe('the arguments', () => {
  async function received(args: unknown): Promise<RawParameters> {
    let seen: GivenParameters | undefined
    const tools = toolsThat(async (_, parameters) => {
      seen = parameters
      return body
    })
    await tools.call('scrape', args, call())
    return seen as RawParameters
  }

  it('get the default window for MCP if they set none', async () => {
    expect((await received({ url: 'https://example.com/' })).raw).toMatchObject({ max_chars: 40_000 })
    expect((await received({ url: 'https://example.com/', max_chars: 7 })).raw).toMatchObject({ max_chars: 7 })
  })

  it('may have numbers and booleans as strings', async () => {
    const { raw } = await received({
      url: 'https://example.com/',
      render_js: 'yes',
      offset: '12',
      timeout_ms: '1.5e3',
    })
    expect(raw).toMatchObject({ render_js: true, offset: 12, timeout_ms: 1500 })
  })

  it('are reported by parameter if they are invalid', async () => {
    const args = { url: 'https://example.com/', render_js: 'perhaps' }
    const result = await createFetchTools().call('scrape', args, call())
    expect(textIn(result)).toMatch(/^bool_parsing: render_js: /)
  })

  it('may be absent, and the required parameter is reported as missing', async () => {
    const result = await createFetchTools().call('scrape', undefined, call())
    expect(textIn(result)).toMatch(/^missing: url: Field required\. Add the missing parameter\. \(request r-1\)$/)
  })

  it.each([[[]], ['url'], [null], [7]])('are refused in the result if they are not an object (%j)', async (args) => {
    const result = await createFetchTools().call('scrape', args, call())
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^value_error: /) }] })
  })

  it('are refused by name if they are unknown', async () => {
    const result = await createFetchTools().call('scrape', { url: 'https://example.com/', rendr_js: true }, call())
    expect(textIn(result)).toMatch(/^extra_forbidden: rendr_js: .* Did you mean render_js\?/)
  })
})

describe('a failure', () => {
  it('is stated once: type, parameter, message, charge, next step and request', async () => {
    const error = new ServiceError('selector_not_matched', 'Nothing matches .price', { param: 'css_selector' })
    expect(await failWith(error)).toBe(
      `selector_not_matched: css_selector: Nothing matches .price. ${error.next} (request r-1)`,
    )
    const charged = new ServiceError('model_failed', 'The model gave up', { retryAfterS: 3 }).charged(5)
    expect(await failWith(charged)).toBe(
      `model_failed: The model gave up. 5 credits were charged. ${charged.next} Retry after 3 s. (request r-1)`,
    )
  })
})

describe('a call', () => {
  it('is a protocol error if the tool is unknown', async () => {
    await expect(createFetchTools().call('toString', {}, call())).rejects.toMatchObject({ code: -32602 })
  })

  it("ends with the signal's reason when the client has disconnected", async () => {
    const origin = await startOrigin()
    const left = new AbortController()
    const gone = createFetchTools().call('scrape', { url: `${origin.url}/slow` }, call({ signal: left.signal }))
    await origin.arrived('/slow')
    const reason = new Error('gone')
    left.abort(reason)
    await expect(gone).rejects.toBe(reason)
  })

  it('reports a bug, and has a result without details', async () => {
    const reported: unknown[] = []
    onTestFinished(subscribe('gleaner:fault', ({ error }) => reported.push(error)))
    const bug = new TypeError('secret detail')
    const tools = toolsThat(async () => {
      throw bug
    })
    const result = await tools.call('scrape', {}, call())
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^internal: /) }] })
    expect(JSON.stringify(result)).not.toContain('secret')
    expect(reported).toEqual([bug])
  })
})
