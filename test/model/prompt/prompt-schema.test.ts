import { describe, expect, it } from 'vitest'
import { schemaInPrompt } from '../../../src/model/prompt/prompt-schema.ts'

describe('the schema of a prompt', () => {
  it('is the one that the prompt contains', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    expect(schemaInPrompt(`Fill this: ${JSON.stringify(schema)} from the page`)).toEqual(schema)
    expect(
      schemaInPrompt(`As JSON like {"x": 1}, by ${JSON.stringify({ type: 'array', items: { type: 'string' } })}`),
    ).toEqual({
      type: 'array',
      items: { type: 'string' },
    })
  })

  it('is inferred from an example if JSON is requested', () => {
    expect(
      schemaInPrompt('Answer as JSON: {"name": "x", "prices": [{"amount": 1, "old": null}], "sold": true}'),
    ).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        prices: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              amount: { type: 'number' },
              old: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
            },
            required: ['amount', 'old'],
            additionalProperties: false,
          },
        },
        sold: { type: 'boolean' },
      },
      required: ['name', 'prices', 'sold'],
      additionalProperties: false,
    })
    expect(schemaInPrompt('What does {"name": "x"} on the page mean?')).toBeNull()
  })

  it('is null for unclosed brackets', () => {
    expect(schemaInPrompt('{['.repeat(5000))).toBeNull()
    expect(schemaInPrompt('{"a":'.repeat(2000))).toBeNull()
  })
})
