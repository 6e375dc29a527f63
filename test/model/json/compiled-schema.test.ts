import { describe, expect, it } from 'vitest'
import { createSchemaCheck, findSchemaProblem, sentDataSchema } from '../../../src/model/json/compiled-schema.ts'
import { parseJsonAnswer } from '../../../src/model/json/json-answer.ts'

const of = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const problem = async (schema: object, value: unknown) => (await createSchemaCheck({ ...schema }))(value)

describe("a value for a caller's schema", () => {
  const bounded = of(
    {
      n: { type: 'integer', minimum: 1 },
      kind: { enum: ['a', 'b'] },
      list: { type: 'array', minItems: 1, items: of({ x: { const: 5 } }, { required: ['x'] }) },
    },
    { required: ['n'], additionalProperties: { type: 'string' } },
  )

  it.each([
    [{ n: 1, kind: 'a', list: [{ x: 5 }], other: 'text' }],
    [{ n: null, kind: null, list: null, other: null }],
    [{ n: 2, list: [{ x: null }] }],
  ])('is valid: %j', async (value) => expect(await problem(bounded, value)).toBeNull())

  it.each<[unknown, string]>([
    [{}, "the whole: must have required property 'n'"],
    [{ n: 0 }, 'n: must be >= 1'],
    [{ n: 1.5, kind: 'c' }, 'n: must be integer; kind: must be equal to one of the allowed values'],
    [{ n: 1, list: [] }, 'list: must NOT have fewer than 1 items'],
    [{ n: 1, list: [{}] }, "list.0: must have required property 'x'"],
    [{ n: 1, 'Say it': 5 }, '…: must be string'],
    [null, 'the whole: must be object'],
    [[], 'the whole: must be object'],
  ])('is not valid: %j', async (value, words) => expect(await problem(bounded, value)).toBe(words))

  it('may match several alternatives that allow null', async () => {
    const either = { oneOf: [of({ price: { type: 'number' } }), of({ link: { type: 'string' } })] }
    expect(await problem(of({ offer: either }), { offer: { price: null, link: null } })).toBeNull()
    const one = { oneOf: [{ type: 'integer' }, { type: 'number' }] }
    expect(await problem(of({ n: one }), { n: 1 })).toContain('must match exactly one schema in oneOf')
  })

  it('imposes no requirements from schemas under not', async () => {
    const not = of({ a: {} }, { not: of({ a: { const: 1 } }, { required: ['a'] }) })
    expect(await problem(not, { a: null })).toBeNull()
    expect(await problem(not, { a: 1 })).toContain('must NOT be valid')
  })

  it('may use any draft, and formats are ignored', async () => {
    const old = { $schema: 'http://json-schema.org/draft-07/schema#', ...of({ a: { items: [{ type: 'string' }] } }) }
    expect(await problem(old, { a: ['x', 5] })).toBeNull()
    expect(await problem(old, { a: [5] })).toContain('a.0: must be string')
    expect(await problem(of({ a: { prefixItems: [{ type: 'string' }] } }), { a: [5] })).toContain('must be string')
    expect(await problem(of({ a: { type: 'string', format: 'date' } }), { a: 'no date' })).toBeNull()
  })
})

describe('a schema', () => {
  it.each([
    of({}),
    of({ a: true, b: false }),
    of({ a: { $ref: '#' } }),
    of({ a: { nullable: true, type: 'string' } }, { $async: true, 'x-own': 1, $comment: 'c', title: 't' }),
    of({ a: { $anchor: 'here', type: 'string' }, b: { $ref: '#here' } }),
  ])('can be compiled: %j', async (schema) => expect(await findSchemaProblem(schema)).toBeNull())

  it('is checked even if it declares itself asynchronous', async () => {
    expect(await problem(of({ a: { type: 'string' } }, { $async: true }), { a: 5 })).toBe('a: must be string')
  })

  it('has a short reason if it can’t be compiled', async () => {
    expect(await findSchemaProblem(of({ a: { $ref: '#/$defs/none' } }))).toContain("can't resolve reference")
    expect(await findSchemaProblem(of({ a: { minimum: 'x'.repeat(1000) } }))).toMatch(/^.{1,300}$/)
  })

  it('requires all properties when sent to a model, and allows null for those the page may lack', () => {
    const schema = of({ a: { type: 'string' }, b: { type: 'array' }, c: { type: 'array', minItems: 1 } })
    const orNull = (part: object) => ({ anyOf: [part, { type: 'null' }] })
    expect(sentDataSchema(schema)).toEqual({
      ...of({ a: orNull({ type: 'string' }), b: { type: 'array' }, c: orNull({ type: 'array', minItems: 1 }) }),
      required: ['a', 'b', 'c'],
    })
  })
})

describe('an answer for a schema', () => {
  it('may be in a code fence, and is closed at the last point where it is valid', async () => {
    const schema = of({ a: { type: 'array', items: { type: 'integer' } } }, { required: ['a'] })
    expect(await parseJsonAnswer('Here:\n```json\n{"a":[1]}\n```', schema, false)).toEqual({ value: { a: [1] } })
    expect(await parseJsonAnswer('{"a":[1,2,"x', schema, true)).toEqual({ value: { a: [1, 2] } })
    expect(await parseJsonAnswer('{"b', schema, true)).toHaveProperty('problem')
  })
})

describe('a schema with a pattern that backtracks endlessly', () => {
  const letters = `${'a'.repeat(60)}!`

  it('is abandoned after a second, even if a truncated answer is tried at many points', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
    const answer = JSON.stringify({ a: letters, b: [1, 2, 3, 4, 5, 6] })
    for (const isTruncated of [false, true]) {
      await expect(parseJsonAnswer(answer, schema, isTruncated)).rejects.toMatchObject({
        type: 'invalid_response',
        message: 'Checking the answer against the schema took too long',
      })
    }
  })

  it('is also abandoned in patterns for property names', async () => {
    const schema = { type: 'object', patternProperties: { '^(a+)+$': { type: 'string' } } }
    const check = parseJsonAnswer(JSON.stringify({ [letters]: 'x' }), schema, false)
    await expect(check).rejects.toMatchObject({ type: 'invalid_response' })
  })
})
