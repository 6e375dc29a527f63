import { describe, expect, it } from 'vitest'
import { createOpenApi } from '../../../../src/interfaces/http/openapi/openapi-document.ts'
import { createRegistry } from '../../../../src/operations/registry.ts'
import { jsonProblem } from '../../../../src/playground/form/json-problem.ts'
import { pairsOf, repeatedName, textOfPairs } from '../../../../src/playground/form/pairs.ts'
import type { ApiOperation } from '../../../../src/playground/operations/api-operation.ts'
import { groupFields } from '../../../../src/playground/operations/field-groups.ts'
import { labelOf } from '../../../../src/playground/operations/labels.ts'
import {
  completeAddress,
  headersOf,
  parametersOf,
  typedParameters,
} from '../../../../src/playground/operations/parameters.ts'
import { type OpenApiDocument, readOpenApi } from '../../../../src/playground/operations/read-openapi.ts'

const english = new Intl.NumberFormat('en')
const registry = createRegistry(['model-a', 'model-b'])
const operations = readOpenApi(createOpenApi(Object.values(registry), '1.0.0'), english)

function operation(name: string): ApiOperation {
  const found = operations.find((one) => one.name === name)
  if (!found) throw new Error(`there is no operation ${name}`)
  return found
}

/** The form of one operation with one more parameter, as the API may describe it. */
function formWith(parameter: object, document: object = {}): ApiOperation {
  const parameters = [{ name: 'url', in: 'query', required: true, schema: { type: 'string' } }, parameter]
  const get = { operationId: 'later', parameters }
  const [form] = readOpenApi({ ...document, paths: { '/v1/later': { get } } } as OpenApiDocument, english)
  if (!form) throw new Error('there is no form')
  return form
}

describe('the form', () => {
  it('offers every operation that is asked about something, and none about the key', () => {
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

  it('knows kinds, choices, defaults and bounds', () => {
    const fields = new Map(operation('scrape').fields.map((field) => [field.name, field]))
    expect(fields.get('output')).toMatchObject({ kind: 'enum', defaultText: 'markdown' })
    expect(fields.get('model')).toMatchObject({ kind: 'enum', choices: ['model-a', 'model-b'], defaultText: '' })
    expect(fields.get('render_js')).toMatchObject({ kind: 'boolean', defaultText: 'false' })
    expect(fields.get('timeout_ms')).toMatchObject({ kind: 'number', defaultText: '30000', bounds: '1,000–120,000' })
    expect(fields.get('prompt')).toMatchObject({ kind: 'long text', bounds: '1–10,000 characters' })
    expect(fields.get('Idempotency-Key')).toMatchObject({ isHeader: true, kind: 'text' })
    expect(operation('scrape')).toMatchObject({
      tool: 'scrape',
      command: 'scrape',
      price: expect.stringMatching(/^1 credit/),
    })
    expect(operation('explain')).toMatchObject({ tool: null, command: 'explain' })
  })

  it.each([
    ['a list of choices', { type: 'array', items: { enum: ['a', 'b'] } }, { kind: 'choices', choices: ['a', 'b'] }],
    ['an object', { type: 'object' }, { kind: 'json' }],
    ['an object of texts', { type: 'object', additionalProperties: { type: 'string' } }, { kind: 'pairs' }],
    ['a list of anything', { type: 'array', items: {} }, { kind: 'json' }],
    ['a number', { type: 'number' }, { kind: 'number' }],
    [
      'a text or null',
      { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 9 }] },
      { kind: 'text', bounds: '0–9 characters' },
    ],
    ['types in a list', { type: ['integer', 'null'], minimum: 1 }, { kind: 'integer', bounds: 'at least 1' }],
    ['a reference', { $ref: '#/components/schemas/Kind' }, { kind: 'enum', choices: ['x'] }],
    ['nothing at all', {}, { kind: 'json' }],
  ])('draws a later parameter that is %s', (_, schema, expected) => {
    const document = { components: { schemas: { Kind: { type: 'string', enum: ['x'] } } } }
    const form = formWith({ name: 'later', in: 'query', schema, description: 'Comes later.' }, document)
    expect(form.fields).toEqual([expect.objectContaining({ name: 'later', description: 'Comes later.', ...expected })])
  })

  it('reads a parameter that is JSON by its content, and an example by its name', () => {
    const content = { 'application/json': { schema: { type: 'object' } } }
    const examples = { one: { value: { 'X-A': '1' } } }
    const [field] = formWith({ name: 'headers', in: 'query', content, examples }).fields
    expect(field).toMatchObject({ kind: 'json', example: '{"X-A":"1"}' })
  })

  it('folds what is not common, and loses nothing', () => {
    for (const one of operations) {
      const { common, folds } = groupFields(one)
      expect(common.length).toBeGreaterThan(0)
      expect([...common, ...folds.flatMap(({ fields }) => fields)].map(({ name }) => name).toSorted()).toEqual(
        one.fields.map(({ name }) => name).toSorted(),
      )
    }
  })

  it('has how a page is loaded apart, as long as there is something of it', () => {
    const titles = (name: string) => groupFields(operation(name)).folds.map(({ title }) => title)
    expect([titles('scrape'), titles('google_ads')]).toEqual([
      ['What comes back', 'Loading', 'More'],
      ['Loading', 'More'],
    ])
    const loading = groupFields(operation('scrape')).folds[1]?.fields.map(({ name }) => name)
    expect(loading).toEqual(['wait_for', 'headers', 'cookies', 'max_age_s', 'timeout_ms'])
    expect(groupFields(formWith({ name: 'later', in: 'query' })).folds).toEqual([])
  })

  it('says of what is no JSON where it ends to be any', () => {
    for (const text of ['', ' ', '{}', '[1]', '{"a": {"b": "c@href"}}']) expect(jsonProblem(text)).toBeNull()
    expect(jsonProblem('{"a": }')).toMatch(/^This is no JSON: Unexpected token '}'/)
    expect(jsonProblem('{"a": 1')).toMatch(/^This is no JSON: .*position 7/)
  })

  it('labels a parameter that it does not know by its name', () => {
    expect(labelOf('some_later_thing')).toBe('Some later thing')
    expect(labelOf('constructor')).toBe('Constructor')
  })
})

describe('rows of names and values', () => {
  it('are the JSON object that they say, without those that have no name', () => {
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

  it('tell a name that stands in two of them', () => {
    const rows = ['a', 'b', ' a', '', ''].map((name) => ({ name, value: '' }))
    expect([repeatedName(rows), repeatedName(rows.slice(1))]).toEqual(['a', null])
  })
})

describe('what is filled in', () => {
  const scrape = operation('scrape')

  it('leaves out what was left at its default, and keeps the subject', () => {
    const filledIn = { url: 'https://a.example/', output: 'markdown', main_content: 'false', 'Idempotency-Key': 'k' }
    expect(parametersOf(scrape, filledIn)).toEqual({ url: 'https://a.example/', main_content: 'false' })
    expect(headersOf(scrape, filledIn)).toEqual({ 'Idempotency-Key': 'k' })
    expect(parametersOf(scrape, {})).toEqual({ url: '' })
  })

  it('has the types of JSON in a tool call, and stays as written where it has no such type', () => {
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
  ])('takes %j for the address %j', (text, address) => {
    expect(completeAddress(text)).toBe(address)
  })
})
