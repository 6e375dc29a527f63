import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ServiceError } from '../../src/base/errors.ts'
import { defineOperation, resultTail } from '../../src/contract/operation.ts'
import { jsonObject } from '../../src/contract/parameters.ts'
import { parseInput } from '../../src/contract/parse-input.ts'
import { coerceParameters, coerceValues } from '../../src/interfaces/coerce.ts'
import { toPortableSchema } from '../../src/interfaces/mcp/features/tool-schemas.ts'

const example = { a: 'b' }
const operation = defineOperation({
  name: 'read',
  title: 'Read',
  description: 'Reads.',
  input: z.strictObject({
    shape: jsonObject({
      maxChars: 40,
      description: 'A shape.',
      example,
      check: (value) => (Object.hasOwn(value, 'bad') ? 'bad is none' : null),
    }),
  }),
  rules: [],
  result: z.strictObject(resultTail),
  price: null,
})

function fromQuery(text: string): unknown {
  const { raw, faulty } = coerceParameters(operation, [['shape', text]])
  return parseInput(operation, raw, faulty).shape
}

function messageOf(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof ServiceError) return `${error.type}: ${error.message}`
    throw error
  }
}

describe('an object parameter', () => {
  it.each(['{"a":{"b":[1,null]}}', '{}', '{"__proto__":"x"}', '{"constructor":{"__proto__":1}}'])(
    'is %s as text or as the equivalent object',
    (text) => {
      expect(JSON.stringify(fromQuery(text))).toBe(text)
      const { raw } = coerceValues(operation, { shape: JSON.parse(text) })
      expect(JSON.stringify(parseInput(operation, raw).shape)).toBe(text)
    },
  )

  it('is absent if it is missing or null in JSON', () => {
    expect(parseInput(operation, {}).shape).toBeUndefined()
    expect(parseInput(operation, coerceValues(operation, { shape: null }).raw).shape).toBeUndefined()
  })

  it.each([
    ['[]', 'this should be a JSON object without duplicate names'],
    ['null', 'this should be a JSON object without duplicate names'],
    ['"{}"', 'this should be a JSON object without duplicate names'],
    ['1', 'this should be a JSON object without duplicate names'],
    ['', 'the value is not valid JSON: it ends too early, at line 1, column 1'],
    ['{', 'the value is not valid JSON: it ends too early, at line 1, column 2'],
    ['a,b', 'the value is not valid JSON: unexpected character a at line 1, column 1'],
    ['{"a":1,"a":2}', 'the value has a duplicate name'],
    ['{"a":{"b":1,"b":2}}', 'the value has a duplicate name'],
    ['['.repeat(300), 'the value is too complex: values are nested more than 200 deep'],
  ])('is not %j', (text, problem) => {
    expect(messageOf(() => fromQuery(text))).toBe(`value_error: Value error, ${problem}`)
  })

  it('is measured as compact JSON', () => {
    const spaced = `{ "a" :${' '.repeat(50)}"${'x'.repeat(32)}" }`
    expect(fromQuery(spaced)).toEqual({ a: 'x'.repeat(32) })
    expect(messageOf(() => fromQuery(`{"a":"${'x'.repeat(33)}"}`))).toBe(
      'value_error: Value error, this should have at most 40 characters as compact JSON, but has 41',
    )
  })

  it('is validated by its own check', () => {
    expect(messageOf(() => fromQuery('{"bad":1}'))).toBe('value_error: Value error, bad is none')
  })

  it('is an object without other keywords in a tool schema', () => {
    const { properties } = toPortableSchema(z.toJSONSchema(operation.input, { io: 'input' })) as { properties: object }
    expect(properties).toEqual({ shape: { type: 'object', description: 'A shape.', examples: [example] } })
  })
})
