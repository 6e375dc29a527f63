import { describe, expect, it } from 'vitest'
import { type ErrorType, errorTable, publicType } from '../../../../src/base/errors.ts'
import { createOpenApi } from '../../../../src/interfaces/http/openapi/openapi-document.ts'
import { createRegistry } from '../../../../src/operations/registry.ts'
import {
  completeUrl,
  headersOf,
  pairsOf,
  parametersOf,
  textOfPairs,
  typedParameters,
} from '../../../../src/playground/operations/parameters.ts'
import type { ApiOperation } from '../../../../src/playground/operations/read-openapi.ts'
import { type OpenApiDocument, readHints, readOpenApi } from '../../../../src/playground/operations/read-openapi.ts'

const registry = createRegistry(['model-a', 'model-b'])
const description = createOpenApi(Object.values(registry))
const operations = readOpenApi(description)

function operation(name: string): ApiOperation {
  const found = operations.find((one) => one.name === name)
  if (!found) throw new Error(`there is no operation ${name}`)
  return found
}

/** The form for one operation with an additional parameter, which the API might describe in the future. */
function formWith(parameter: object, document: object = {}): ApiOperation {
  const parameters = [{ name: 'url', in: 'query', required: true, schema: { type: 'string' } }, parameter]
  const get = { operationId: 'later', parameters }
  const [form] = readOpenApi({ ...document, paths: { '/v1/later': { get } } } as OpenApiDocument)
  if (!form) throw new Error('there is no form')
  return form
}

describe('the form', () => {
  it('offers every operation except those about the key', () => {
    expect(operations.map(({ name, subject }) => [name, subject.name])).toEqual([
      ['scrape', 'url'],
      ['google_ads', 'query'],
      ['explain', 'url'],
    ])
  })

  it('has a field for every parameter of the contract', () => {
    for (const { name, subject, fields } of operations) {
      const { shape } = registry[name as 'scrape'].input
      const names = [subject, ...fields].filter(({ isHeader }) => !isHeader).map((field) => field.name)
      expect(names).toEqual(Object.keys(shape))
    }
  })

  it('knows kinds, choices and defaults', () => {
    const fields = new Map(operation('scrape').fields.map((field) => [field.name, field]))
    expect(fields.get('output')).toMatchObject({ kind: 'enum', defaultText: 'markdown' })
    expect(fields.get('model')).toMatchObject({ kind: 'enum', choices: ['model-a', 'model-b'], defaultText: '' })
    expect(fields.get('render_js')).toMatchObject({ kind: 'boolean', defaultText: 'false' })
    expect(fields.get('timeout_ms')).toMatchObject({ kind: 'number', defaultText: '30000' })
    expect(fields.get('prompt')).toMatchObject({ kind: 'long text' })
    expect(fields.get('Idempotency-Key')).toMatchObject({ isHeader: true, kind: 'text' })
    expect(operation('scrape')).toMatchObject({ takesJson: true, price: expect.stringMatching(/^1 credit/) })
    expect(operation('explain')).toMatchObject({ takesJson: false })
  })

  it.each([
    ['a list of choices', { type: 'array', items: { enum: ['a', 'b'] } }, { kind: 'choices', choices: ['a', 'b'] }],
    ['an object', { type: 'object' }, { kind: 'json' }],
    ['an object of strings', { type: 'object', additionalProperties: { type: 'string' } }, { kind: 'pairs' }],
    ['a list of texts', { type: 'array', items: { type: 'string' } }, { kind: 'lines' }],
    ['a list of anything', { type: 'array', items: {} }, { kind: 'json' }],
    ['a number', { type: 'number' }, { kind: 'number' }],
    ['a string or null', { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 9 }] }, { kind: 'text' }],
    ['a list of types', { type: ['integer', 'null'], minimum: 1 }, { kind: 'number' }],
    ['a reference', { $ref: '#/components/schemas/Kind' }, { kind: 'enum', choices: ['x'] }],
    ['nothing at all', {}, { kind: 'json' }],
  ])('draws a future parameter that is %s', (_, schema, expected) => {
    const document = { components: { schemas: { Kind: { type: 'string', enum: ['x'] } } } }
    const form = formWith({ name: 'later', in: 'query', schema, description: 'Comes later.' }, document)
    expect(form.fields).toEqual([expect.objectContaining({ name: 'later', description: 'Comes later.', ...expected })])
  })

  it('reads a JSON parameter by the schema of its content, and an example by its name', () => {
    const schema = { type: 'string', contentMediaType: 'application/json', contentSchema: { type: 'object' } }
    const examples = { one: { value: { 'X-A': '1' } } }
    const [field] = formWith({ name: 'headers', in: 'query', schema, examples }).fields
    expect(field).toMatchObject({ kind: 'json', example: '{"X-A":"1"}' })
  })

  it("has the service's hint for every error", () => {
    const hints = readHints(description)
    const types = Object.keys(errorTable) as ErrorType[]
    // Two error types share a public name. The last hint is used.
    for (const type of types.filter((one) => one !== 'request_too_large')) {
      expect(hints.get(publicType(type)), type).toBe(errorTable[type].next)
    }
    expect(readHints({})).toEqual(new Map())
  })
})

describe('rows of names and values', () => {
  it('become a JSON object, without rows that have no name', () => {
    const text = '{"X-A":"1","__proto__":"2"}'
    expect(textOfPairs(pairsOf(text))).toBe(text)
    expect(
      textOfPairs([
        { name: ' X-A ', value: ' 1' },
        { name: '', value: 'lost' },
      ]),
    ).toBe('{"X-A":" 1"}')
    expect(textOfPairs([{ name: '', value: 'lost' }])).toBe('')
    for (const other of ['', '{', '[1]', 'null', '"a"']) expect(pairsOf(other)).toEqual([])
  })
})

describe('what is filled in', () => {
  const scrape = operation('scrape')

  it('leaves out values left at their default, and keeps the subject', () => {
    const filledIn = { url: 'https://a.example/', output: 'markdown', main_content: 'false', 'Idempotency-Key': 'k' }
    expect(parametersOf(scrape, filledIn)).toEqual({ url: 'https://a.example/', main_content: 'false' })
    expect(headersOf(scrape, filledIn)).toEqual({ 'Idempotency-Key': 'k' })
    expect(parametersOf(scrape, {})).toEqual({ url: '' })
  })

  it("has JSON types in a JSON body, and stays as typed if it doesn't fit its type", () => {
    const parameters = { url: 'u', render_js: 'true', max_chars: '100', offset: 'ten' }
    expect(typedParameters(scrape, parameters)).toEqual({ url: 'u', render_js: true, max_chars: 100, offset: 'ten' })
    const form = formWith({ name: 'rules', in: 'query', schema: { type: 'object' } })
    expect(typedParameters(form, { rules: '{"a":"h1"}' })).toEqual({ rules: { a: 'h1' } })
    expect(typedParameters(form, { rules: '{' })).toEqual({ rules: '{' })
  })

  it.each([
    ['example.com', 'https://example.com'],
    ['bücher.example/a?b#c', 'https://bücher.example/a?b#c'],
    [' example.com:8080/ ', 'https://example.com:8080/'],
    ['http://example.com', 'http://example.com'],
    ['ftp://example.com', 'ftp://example.com'],
    ['localhost', 'localhost'],
    ['hello world.txt', 'hello world.txt'],
  ])('completes %j to the URL %j', (text, url) => {
    expect(completeUrl(text)).toBe(url)
  })
})
