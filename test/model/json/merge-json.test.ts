import { describe, expect, it } from 'vitest'
import { mergeJson } from '../../../src/model/json/json-answer.ts'

describe('the answers for parts', () => {
  it('are merged, with deduplicated lists and fields from the first part that has them', () => {
    const merged = mergeJson([
      { items: [1, { a: 1 }], title: null, author: 'x' },
      { items: [{ a: 1 }, 2], title: 't', author: 'x' },
      { items: null, title: '', more: true },
    ])
    expect(merged).toEqual({
      value: { items: [1, { a: 1 }, 2], title: 't', author: 'x', more: true },
      isCertain: true,
    })
    expect(mergeJson([null, [], ['a']])).toEqual({ value: ['a'], isCertain: true })
  })

  it('are not merged with certainty if they contradict each other', () => {
    expect(mergeJson([{ count: 3 }, { count: 4 }]).isCertain).toBe(false)
    expect(mergeJson([['a'], { a: 1 }]).isCertain).toBe(false)
  })

  it('cannot change the prototype of objects', () => {
    const merged = mergeJson([JSON.parse('{"__proto__": {"polluted": 1}}'), JSON.parse('{"a": 1}')])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect(JSON.stringify(merged.value)).toContain('"a":1')
  })
})

describe('the first value of each field', () => {
  it('wins if parts contradict each other, and lists are joined without duplicates', () => {
    const parts = [
      { a: null, l: [1], o: { x: 1 } },
      { a: 'first', l: [1, 2], o: { x: 2, y: 3 } },
      { a: 'second', l: null },
    ]
    expect(mergeJson(parts).value).toEqual({ a: 'first', l: [1, 2], o: { x: 1, y: 3 } })
    expect(mergeJson([{ a: [1] }, { a: 'text' }]).value).toEqual({ a: [1] })
  })
})
