import { describe, expect, it } from 'vitest'
import { PassingList } from '../../src/base/passing-list.ts'

function listOf(...names: string[]) {
  const list = new PassingList<string>()
  const removals = new Map(names.map((name) => [name, list.add(name)]))
  return { list, remove: (name: string) => removals.get(name)?.() }
}

describe('a list whose items come and go', () => {
  it('keeps the order of insertion, wherever items are removed', () => {
    for (const [removed, rest] of [
      ['a', ['b', 'c']],
      ['b', ['a', 'c']],
      ['c', ['a', 'b']],
    ] as const) {
      const { list, remove } = listOf('a', 'b', 'c')
      remove(removed)
      list.add('d')
      expect([...list]).toEqual([...rest, 'd'])
      expect([list.first, list.size]).toEqual([rest[0], 3])
    }
  })

  it('removes each item only once', () => {
    const { list, remove } = listOf('a', 'b')
    remove('a')
    remove('a')
    expect([...list]).toEqual(['b'])
    remove('b')
    expect([list.first, list.size]).toEqual([undefined, 0])
  })

  it('visits every item, even if all are removed meanwhile', () => {
    const { list, remove } = listOf('a', 'b', 'c')
    const visited: string[] = []
    for (const name of list) {
      visited.push(name)
      for (const other of ['a', 'b', 'c']) remove(other)
    }
    expect(visited).toEqual(['a', 'b', 'c'])
  })
})
