import { describe, expect, it } from 'vitest'
import { strictSchema } from '../../../src/model/openai/openai.ts'

describe('a schema for strict outputs', () => {
  it('has closed objects at every level, and no bounds', () => {
    const item = { type: 'object', properties: { n: { type: 'integer', minimum: 1 } } }
    const schema = { type: 'object', title: 'T', properties: { items: { type: 'array', minItems: 1, items: item } } }
    expect(strictSchema(schema)).toEqual({
      type: 'object',
      title: 'T',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: { n: { type: 'integer' } },
            required: ['n'],
            additionalProperties: false,
          },
        },
      },
      required: ['items'],
      additionalProperties: false,
    })
  })

  it('keeps alternatives and references', () => {
    const schema = {
      type: 'object',
      properties: { a: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] } },
      $defs: { a: { enum: ['x', 'y'] } },
    }
    expect(strictSchema(schema)).toEqual({ ...schema, required: ['a'], additionalProperties: false })
  })

  it.each([
    { type: 'object', properties: { a: { type: 'object', additionalProperties: { type: 'number' } } } },
    { type: 'object', properties: { a: { type: 'object' } } },
    { type: 'object', properties: { a: true } },
    { type: 'object', properties: { a: {} } },
    { type: 'object', properties: { a: { description: 'of any type' } } },
    { type: 'object', properties: { a: { allOf: [{ type: 'string' }] } } },
    { type: 'object', properties: { a: { type: 'array', items: [{ type: 'string' }] } } },
  ])('is null for %j', (schema) => expect(strictSchema(schema)).toBeNull())
})
