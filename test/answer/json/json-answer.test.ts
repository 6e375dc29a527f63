import { describe, expect, it } from 'vitest'
import { shapeOf } from '../../../src/answer/json/answer-schema.ts'
import { readCutJson, readJson } from '../../../src/answer/json/json-answer.ts'
import { mergeJson } from '../../../src/answer/json/merge-json.ts'

const anything = shapeOf(null)
const item = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } }, required: ['name'] }
const list = shapeOf({ type: 'array', items: item })

describe('the form of an answer', () => {
  it('is an object for the service, also where the caller asks for a list', () => {
    expect(list.schema).toMatchObject({ type: 'object', required: ['answer'], additionalProperties: false })
    expect(list.unwrap({ answer: [1] })).toEqual([1])
    expect(list.unwrap([1])).toEqual([1])
  })

  it('lets everything be null that a page may lack, and nothing else', () => {
    expect(list.faultOf([{ name: null, price: null }])).toBeNull()
    expect(list.faultOf([{ name: 'a' }])).toBeNull()
    expect(list.faultOf([{ name: 5 }])).toContain('0.name')
    expect(list.faultOf([{ price: 5 }])).toContain('0.name')
    expect(list.faultOf({})).not.toBeNull()
  })

  it('follows references, and a schema that can be read by nobody is none', () => {
    const named = shapeOf({
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { type: 'string' } },
    })
    expect(named.faultOf({ a: 'x' })).toBeNull()
    expect(named.faultOf({ a: 1 })).not.toBeNull()
    expect(shapeOf({ $ref: 'https://elsewhere.example/schema' }).schema).toEqual(anything.schema)
  })
})

describe('JSON in an answer', () => {
  it.each([
    ['{"a":1}'],
    [' {"a": 1}\n'],
    ['```json\n{"a": 1}\n```'],
    ['```\n{"a": 1}\n```'],
    ['Here it is: {"a": 1}. Done.'],
    ['{"json": "{\\"a\\": 1}"}'],
  ])('is read from %j', (text) => expect(readJson(text, anything)).toEqual({ value: { a: 1 } }))

  it.each([['none'], ['{"a":'], ['{"json": "{a"}']])('is told to be none: %j', (text) => {
    expect(readJson(text, anything)).toHaveProperty('fault')
  })

  it('that was cut is closed behind the last item that has the right form', () => {
    const text = '[{"name": "a", "price": 1}, {"name": "b, c", "price": 2}, {"price": 3, "na'
    expect(readCutJson(text, list)).toEqual({
      value: [
        { name: 'a', price: 1 },
        { name: 'b, c', price: 2 },
      ],
    })
    expect(readCutJson('[[["', anything)).toBeNull()
    expect(readCutJson('no JSON', anything)).toBeNull()
  })
})

describe('answers of parts', () => {
  it('are joined: lists without doubles, fields from whoever has them', () => {
    const merged = mergeJson([
      { items: [1, { a: 1 }], title: null, author: 'x' },
      { items: [{ a: 1 }, 2], title: 't', author: 'x' },
      { items: null, title: '', more: true },
    ])
    expect(merged).toEqual({ value: { items: [1, { a: 1 }, 2], title: 't', author: 'x', more: true } })
    expect(mergeJson([null, [], ['a']])).toEqual({ value: ['a'] })
  })

  it('that differ are somebody else’s to judge', () => {
    expect(mergeJson([{ count: 3 }, { count: 4 }])).toBeNull()
    expect(mergeJson([['a'], { a: 1 }])).toBeNull()
  })

  it('don’t reach what every object has', () => {
    const merged = mergeJson([JSON.parse('{"__proto__": {"polluted": 1}}'), JSON.parse('{"a": 1}')])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect(JSON.stringify(merged?.value)).toContain('"a":1')
  })
})
