import { describe, expect, it } from 'vitest'
import { toPortableSchema, toToolParameter } from '../../../../src/interfaces/mcp/features/tool-schemas.ts'
import { createFetchTools } from '../fetch-features.ts'

describe('a portable schema', () => {
  it('has one type instead of a list of types', () => {
    expect(toPortableSchema({ type: ['string', 'null'], description: 'A title' })).toEqual({
      description: 'A title',
      anyOf: [{ type: 'string' }, { type: 'null' }],
    })
  })

  it('lists all types instead of being empty', () => {
    const types = ['string', 'number', 'boolean', 'null', 'array', 'object']
    expect(toPortableSchema({})).toEqual({ anyOf: types.map((type) => ({ type })) })
  })

  it('is rewritten at every depth, but a property named like a keyword stays a property', () => {
    const nullable = { type: ['string', 'null'] }
    const portable = { anyOf: [{ type: 'string' }, { type: 'null' }] }
    expect(
      toPortableSchema({
        type: 'object',
        properties: { items: nullable, list: { type: 'array', items: nullable } },
        additionalProperties: nullable,
        required: ['items'],
      }),
    ).toEqual({
      type: 'object',
      properties: { items: portable, list: { type: 'array', items: portable } },
      additionalProperties: portable,
      required: ['items'],
    })
    expect(toPortableSchema({ anyOf: [nullable, { type: 'number' }] })).toEqual({
      anyOf: [portable, { type: 'number' }],
    })
  })

  it('leaves booleans, enums and constants unchanged', () => {
    for (const schema of [false, { type: 'string', enum: ['a', 'b'] }, { type: 'string', const: 'x' }]) {
      expect(toPortableSchema(schema)).toEqual(schema)
    }
  })

  it('is used by the tools', () => {
    const text = JSON.stringify(createFetchTools().list(undefined, { resultForm: 'structured' }))
    expect(text).not.toMatch(/"type":\[|:\{\}/)
    expect(text).toContain('"hreflang":{"anyOf":[{"type":"string"},{"type":"null"}]}')
    expect(text).toContain('"properties":{"url":{"type":"string"},"hreflang":')
  })
})

describe('the schema of a tool parameter', () => {
  it('has no bounds, formats or examples', () => {
    const url = { type: 'string', format: 'uri', minLength: 1, maxLength: 9, description: 'A URL.', examples: ['a'] }
    expect(toToolParameter(url)).toEqual({ type: 'string', description: 'A URL.' })
    expect(toToolParameter({ type: 'integer', minimum: 0, maximum: 9, default: 0 })).toEqual({
      type: 'integer',
      default: 0,
    })
  })

  it('is JSON text with an example instead of an object with any names', () => {
    const headers = { type: 'object', description: 'Headers.', additionalProperties: { type: 'string' } }
    expect(toToolParameter({ ...headers, examples: [{ a: 'b' }] })).toEqual({
      type: 'string',
      description: 'Headers. JSON text: {"a":"b"}',
    })
  })

  it("doesn't list the items that a list may have", () => {
    const list = { type: 'array', maxItems: 5, items: { type: 'string', enum: ['a', 'b'] } }
    expect(toToolParameter(list)).toEqual({ type: 'array', maxItems: 5, items: { type: 'string' } })
  })
})
