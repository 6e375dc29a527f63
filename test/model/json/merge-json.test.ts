import { describe, expect, it } from 'vitest'
import { mergeFirst, mergeJson } from '../../../src/model/json/merge-json.ts'

describe('the answers for parts', () => {
  it('are merged, with deduplicated lists and fields from the first part that has them', () => {
    const merged = mergeJson([
      { items: [1, { a: 1 }], title: null, author: 'x' },
      { items: [{ a: 1 }, 2], title: 't', author: 'x' },
      { items: null, title: '', more: true },
    ])
    expect(merged).toEqual({ value: { items: [1, { a: 1 }, 2], title: 't', author: 'x', more: true } })
    expect(mergeJson([null, [], ['a']])).toEqual({ value: ['a'] })
  })

  it('are not merged if they contradict each other', () => {
    expect(mergeJson([{ count: 3 }, { count: 4 }])).toBeNull()
    expect(mergeJson([['a'], { a: 1 }])).toBeNull()
  })

  it('cannot change the prototype of objects', () => {
    const merged = mergeJson([JSON.parse('{"__proto__": {"polluted": 1}}'), JSON.parse('{"a": 1}')])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect(JSON.stringify(merged?.value)).toContain('"a":1')
  })
})

describe('the first value of each field', () => {
  it('wins if parts contradict each other, and lists are joined without duplicates', () => {
    const parts = [
      { a: null, l: [1], o: { x: 1 } },
      { a: 'first', l: [1, 2], o: { x: 2, y: 3 } },
      { a: 'second', l: null },
    ]
    expect(mergeFirst(parts)).toEqual({ a: 'first', l: [1, 2], o: { x: 1, y: 3 } })
    expect(mergeFirst([{ a: [1] }, { a: 'text' }])).toEqual({ a: [1] })
  })
})
