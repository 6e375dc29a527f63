import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryPages } from '../../../src/pages/snapshot/memory-stores.ts'
import { keptPage, pageOf } from './kept-page.ts'
import { describePageStore } from './page-store-suite.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A store with a manual clock, and a page that is fetched at the start. */
function openClock() {
  const startMs = Date.UTC(2026, 0, 1)
  vi.useFakeTimers({ toFake: ['Date'], now: startMs })
  onTestFinished(() => void vi.useRealTimers())
  return {
    store: createMemoryPages(),
    kept: keptPage({ fetchedAt: new Date(startMs).toISOString() }),
    pass: (ms: number) => vi.setSystemTime(Date.now() + ms),
  }
}

describe('kept pages in memory', () => {
  describePageStore(async (options) => createMemoryPages(options))

  it('age as time passes, and expire after a day, however often they are read', async () => {
    const { pass, store, kept } = openClock()
    await store.set('key-a', 'one', kept)
    expect((await store.get('key-a', 'one'))?.ageMs).toBe(0)
    pass(dayMs / 2)
    expect((await store.get('key-a', 'one'))?.ageMs).toBe(dayMs / 2)
    pass(dayMs / 2)
    expect((await store.get('key-a', 'one'))?.ageMs).toBe(dayMs)
    pass(1)
    expect(await store.get('key-a', 'one')).toBeNull()
  })

  it('count their headers and hidden-text marks towards the limit, not only their bodies', async () => {
    const store = createMemoryPages({ maxBytes: 100 * 1024 })
    const headers = { 'x-large': 'x'.repeat(30 * 1024) }
    expect(await store.set('key-a', 'one', keptPage({ page: pageOf({ headers }) }))).toBe(false)
    const hidden = { elements: Array.from({ length: 8000 }, (_, at) => at), texts: [], keepsText: false }
    expect(await store.set('key-a', 'two', keptPage({ page: pageOf({ hidden }) }))).toBe(false)
    expect(await store.set('key-a', 'three', keptPage())).toBe(true)
  })

  it('are dropped when a page that is too large to keep replaces them', async () => {
    const store = createMemoryPages({ maxBytes: 20 * 1024 })
    await store.set('key-a', 'one', keptPage())
    expect(await store.set('key-a', 'one', keptPage({ page: pageOf({}, 'x'.repeat(10 * 1024)) }))).toBe(false)
    expect(await store.get('key-a', 'one')).toBeNull()
  })
})
