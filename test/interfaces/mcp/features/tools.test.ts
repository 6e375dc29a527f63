import { Ajv2020 } from 'ajv/dist/2020.js'
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ServiceError } from '../../../../src/base/errors.ts'
import { subscribe } from '../../../../src/base/events.ts'
import { contentTokensOf } from '../../../../src/content/content-tokens.ts'
import type { GivenParameters, RawParameters } from '../../../../src/operations/runtime.ts'
import { createFetchTools } from '../fetch-features.ts'
import { body, call, structured, textIn, toolsThat } from '../invoked-tools.ts'
import { startOrigin } from '../origin.ts'

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
      const options = ofClient === undefined ? {} : { hasModel: ofClient }
      const [scrape] = toolsThat(async () => body, { hasModel }).list(undefined, options)
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

  it('costs at most 2,100 tokens for scrape and 800 for google_ads, in o200k_base', () => {
    const encoder = new Tiktoken(o200k)
    const tokens = createFetchTools()
      .list()
      .map((tool) => [tool.name, encoder.encode(JSON.stringify(tool)).length] as const)
    const { scrape, google_ads } = Object.fromEntries(tokens)
    expect(scrape).toBeLessThanOrEqual(2100)
    expect(google_ads).toBeLessThanOrEqual(800)
  })

  it('has an example in every description, and an output schema without descriptions only for programs', () => {
    for (const tool of createFetchTools().list()) expect(tool).not.toHaveProperty('outputSchema')
    for (const { name, description, inputSchema, outputSchema } of createFetchTools().list(undefined, structured)) {
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

  it('has output schemas that structured content matches, with and without each field', async () => {
    const [scrape] = createFetchTools().list(undefined, structured)
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(scrape?.outputSchema ?? {})
    const { structuredContent } = await toolsThat(async () => body).call('scrape', {}, call(structured))
    expect(validate(structuredContent), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ content: 'Text' }), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ ...structuredContent, content: 7 })).toBe(false)
    expect(validate({ ...structuredContent, content: undefined })).toBe(false)
    expect(validate({ ...structuredContent, url: body.url })).toBe(false)
  })

  it('has one page', () => {
    expect(() => createFetchTools().list('next')).toThrow(expect.objectContaining({ code: -32602 }))
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
