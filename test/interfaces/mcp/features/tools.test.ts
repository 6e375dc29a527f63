import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { definitionTokens } from '../../../../bench/agent-tasks/tokens.ts'
import { ServiceError } from '../../../../src/base/errors.ts'
import { subscribe } from '../../../../src/base/events.ts'
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

  it('describes every parameter, allows no others, and has only keywords that every model service accepts', () => {
    const accepted = ['type', 'description', 'default', 'enum', 'items', 'maxItems']
    for (const { inputSchema } of createFetchTools().list()) {
      const { $schema, type, properties, additionalProperties } = inputSchema
      expect([$schema, type, additionalProperties]).toEqual([undefined, 'object', false])
      for (const schema of Object.values(properties as Record<string, Record<string, unknown>>)) {
        expect(schema.description).toMatch(/\w+/)
        expect(schema.type).toMatch(/^(?:string|boolean|integer|number|array)$/)
        expect(accepted).toEqual(expect.arrayContaining(Object.keys(schema)))
      }
    }
  })

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

  it('costs a model at most 1,820 tokens in o200k_base, with or without a language model', () => {
    const tokens = (hasModel: boolean) => definitionTokens(createFetchTools({ hasModel }).list())
    expect(tokens(true)).toBeLessThanOrEqual(1820)
    expect(tokens(false)).toBeLessThanOrEqual(1670)
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
    expect(scrape?.inputSchema.properties).toMatchObject({ max_chars: { default: 40_000 } })
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

  it('may have objects as JSON text, as the schema declares them, or as objects', async () => {
    const headers = { 'X-Own': 'y' }
    const rules = { title: 'h1' }
    for (const written of [JSON.stringify, (value: object) => value]) {
      const { raw } = await received({ headers: written(headers), extract_rules: written(rules) })
      expect(raw).toMatchObject({ headers, extract_rules: rules })
    }
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

  it('may contain _meta, which is not a parameter', async () => {
    const { raw } = await received({ url: 'https://example.com/', _meta: { traceparent: '00-1-2-01' } })
    expect(raw).not.toHaveProperty('_meta')
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
