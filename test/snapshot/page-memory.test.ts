import { describe, expect, it, vi } from 'vitest'
import { createPageMemory, noPages } from '../../src/snapshot/page-memory.ts'

describe('the memory of pages', () => {
  it('keeps a page under its name', () => {
    const pages = createPageMemory()
    const page = { text: 'a' }
    pages.set('one', page, 10)
    expect(pages.get('one')).toBe(page)
    expect(pages.get('two')).toBeNull()
  })

  it('is bounded in number and characters; those that were not used for longest go first', () => {
    for (const limits of [{ maxEntries: 4 }, { maxChars: 40 }]) {
      const pages = createPageMemory(limits)
      for (const name of ['a', 'b', 'c', 'd']) pages.set(name, { name }, 10)
      pages.get('a')
      pages.set('e', { name: 'e' }, 10)
      expect(['a', 'b', 'c', 'd', 'e'].filter((name) => pages.get(name) !== null)).toEqual(['a', 'c', 'd', 'e'])
    }
  })

  it('does not keep a page that takes more than a quarter of its characters', () => {
    const pages = createPageMemory({ maxChars: 40 })
    pages.set('large', {}, 11)
    expect(pages.get('large')).toBeNull()
  })

  it('forgets a page when its time is over, however often it is read', async () => {
    const pages = createPageMemory({ maxAgeMs: 20 })
    pages.set('one', {}, 1)
    await vi.waitFor(() => expect(pages.get('one')).toBeNull())
  })

  it('keeps nothing in a process that ends after one result', () => {
    noPages.set('one', {}, 1)
    expect(noPages.get('one')).toBeNull()
  })
})
