import { describe, expect, it } from 'vitest'
import { parseJsonAnswer } from '../../../src/model/json/json-answer.ts'

const item = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } }, required: ['name'] }
const items = { type: 'array', items: item }

describe('a complete answer', () => {
  it.each([
    ['{"a":1}'],
    [' {"a": 1}\n'],
    ['```json\n{"a": 1}\n```'],
    ['```\n{"a": 1}\n```'],
    ['Here it is: {"a": 1}. Done.'],
  ])('is parsed from %j', async (text) => expect(await parseJsonAnswer(text, null, false)).toEqual({ value: { a: 1 } }))

  it.each([
    ['none', 'It is not valid JSON'],
    ['{"a":', 'It is not valid JSON'],
    ['['.repeat(201) + ']'.repeat(201), 'It is not valid JSON'],
  ])('has a problem if it is %j', async (text, problem) =>
    expect(await parseJsonAnswer(text, null, false)).toEqual({ problem }),
  )

  it('has a problem if it violates the schema', async () => {
    expect(await parseJsonAnswer('[{"name": 5}]', items, false)).toEqual({
      problem: expect.stringContaining('It does not have the requested form: 0.name'),
    })
  })
})

describe('a truncated answer', () => {
  const text = '[{"name": "a", "price": 1}, {"name": "b, c", "price": 2}, {"price": 3, "na'
  const value = [
    { name: 'a', price: 1 },
    { name: 'b, c', price: 2 },
  ]

  it('is closed after the last item that matches the schema', async () => {
    expect(await parseJsonAnswer(text, items, true)).toEqual({ value })
  })

  it('is invalid unless the length limit cut it off', async () => {
    expect(await parseJsonAnswer(text, items, false)).toEqual({ problem: 'It is not valid JSON' })
  })

  // With a pattern for the whole fence, this took hours.
  it('has a problem if an unclosed code fence contains only white space', async () => {
    const text = `\`\`\`json${'\n'.repeat(50_000)}x`
    expect(await parseJsonAnswer(text, null, true)).toEqual({ problem: 'It is not valid JSON' })
  })

  it.each(['[[["', 'no JSON'])('has a problem without a valid beginning: %j', async (beginning) => {
    expect(await parseJsonAnswer(beginning, null, true)).toEqual({ problem: 'It is not valid JSON' })
  })
})
