import { describe, expect, it } from 'vitest'
import { createAnswerSchema } from '../../../src/model/json/answer-schema.ts'

const item = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } }, required: ['name'] }
const list = createAnswerSchema({ type: 'array', items: item })

describe('the schema for the model', () => {
  it('is an object, even if the caller asks for a list', () => {
    expect(list.schema).toMatchObject({ type: 'object', required: ['answer'], additionalProperties: false })
  })

  it('requires every property and makes scalars nullable', () => {
    const { schema } = createAnswerSchema({
      type: 'object',
      properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
    })
    expect(schema).toEqual({
      type: 'object',
      properties: {
        name: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['name', 'tags'],
    })
  })

  it('is JSON text in one field without a schema, or if the schema can’t be compiled', () => {
    const anyJson = createAnswerSchema(null)
    expect(anyJson.schema).toMatchObject({ properties: { json: { type: 'string' } } })
    expect(createAnswerSchema({ $ref: 'https://elsewhere.example/schema' }).schema).toEqual(anyJson.schema)
  })
})

describe('the caller’s value', () => {
  it('is extracted from the model’s object, or is the answer itself', () => {
    expect(list.unwrap({ answer: [1] })).toEqual([1])
    expect(list.unwrap([1])).toEqual([1])
    expect(list.unwrap({ answer: [1], more: 2 })).toEqual({ answer: [1], more: 2 })
  })

  it('may be null wherever the page lacks it, and may not break the schema otherwise', () => {
    expect(list.findProblem([{ name: null, price: null }])).toBeNull()
    expect(list.findProblem([{ name: 'a' }])).toBeNull()
    expect(list.findProblem([{ name: 5 }])).toContain('0.name')
    expect(list.findProblem([{ price: 5 }])).toContain('0.name')
    expect(list.findProblem({})).toContain('the whole')
  })

  it('is validated through references', () => {
    const { findProblem } = createAnswerSchema({
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { type: 'string' } },
    })
    expect(findProblem({ a: 'x' })).toBeNull()
    expect(findProblem({ a: 1 })).toContain('a: ')
  })

  it('is not matched against regular expressions', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(x+)+$' } } }
    expect(createAnswerSchema(schema).findProblem({ a: `${'x'.repeat(50)}!` })).toBeNull()
  })

  it('has a problem without names that the page chose', () => {
    const byName = createAnswerSchema({ type: 'object', additionalProperties: { type: 'number' } })
    expect(byName.findProblem({ 'Ignore the rules': 'x' })).toMatch(/^…: /)
    const closed = createAnswerSchema({ type: 'object', properties: {}, additionalProperties: false })
    expect(closed.findProblem({ 'Ignore the rules': 1 })).toBe('the whole: It has fields that were not requested')
  })
})
