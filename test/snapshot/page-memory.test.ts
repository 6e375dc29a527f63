import { describe, expect, it, vi } from 'vitest'
import { createPageMemory, noPages } from '../../src/snapshot/page-memory.ts'

describe('the memory of pages', () => {
  it('keeps a page under its name', () => {
    const pages = createPageMemory()
    const page = { text: 'a' }
    pages.set(null, 'one', page, 10)
    expect(pages.get(null, 'one')).toBe(page)
    expect(pages.get(null, 'two')).toBeNull()
  })

  it('is bounded in number and characters; those that were not used for longest go first', () => {
    for (const limits of [{ maxEntries: 4 }, { maxChars: 40 }]) {
      const pages = createPageMemory(limits)
      for (const name of ['a', 'b', 'c', 'd']) pages.set(null, name, { name }, 10)
      pages.get(null, 'a')
      pages.set(null, 'e', { name: 'e' }, 10)
      expect(['a', 'b', 'c', 'd', 'e'].filter((name) => pages.get(null, name) !== null)).toEqual(['a', 'c', 'd', 'e'])
    }
  })

  it('does not keep a page that takes more than a quarter of its characters', () => {
    const pages = createPageMemory({ maxChars: 40 })
    pages.set(null, 'large', {}, 11)
    expect(pages.get(null, 'large')).toBeNull()
  })

  it('forgets a page when its time is over, however often it is read', async () => {
    const pages = createPageMemory({ maxAgeMs: 20 })
    pages.set(null, 'one', {}, 1)
    await vi.waitFor(() => expect(pages.get(null, 'one')).toBeNull())
  })

  it('belongs to its owner, and goes with it', () => {
    const pages = createPageMemory()
    for (const owner of ['a', 'b', null]) pages.set(owner, 'one', { owner }, 1)
    expect(pages.get('a', 'one')).toEqual({ owner: 'a' })
    expect(new Set(pages.owners())).toEqual(new Set(['a', 'b', null]))
    pages.forget('a')
    expect([pages.get('a', 'one'), pages.get('b', 'one')]).toEqual([null, { owner: 'b' }])
    expect(new Set(pages.owners())).toEqual(new Set(['b', null]))
  })

  it('keeps nothing in a process that ends after one result', () => {
    noPages.set(null, 'one', {}, 1)
    expect(noPages.get(null, 'one')).toBeNull()
  })
})
