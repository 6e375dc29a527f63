import { describe, expect, it } from 'vitest'
import { createMemoryPages } from '../../../src/pages/snapshot/memory-pages.ts'
import { keptPage, pageOf } from './kept-page.ts'

const dayMs = 24 * 60 * 60 * 1000
const kilobyte = 'x'.repeat(1024)

/** A clock whose hands are moved by hand. */
function openClock() {
  const times = { monotonic: 5000, wall: Date.UTC(2026, 0, 1) }
  const clock = { monotonic: () => times.monotonic, wall: () => times.wall }
  const pass = (ms: number) => {
    times.monotonic += ms
    times.wall += ms
  }
  return { times, clock, pass }
}

describe('kept pages in memory', () => {
  it('belong to their owner, and go with it', async () => {
    const store = createMemoryPages()
    for (const owner of ['key-a', 'key-b', null]) await store.set(owner, 'one', keptPage({ mark: String(owner) }))
    expect((await store.get('key-a', 'one'))?.mark).toBe('key-a')
    expect((await store.get(null, 'one'))?.mark).toBe('null')
    expect(await store.get('null', 'one')).toBeNull()
    expect(new Set(await store.owners())).toEqual(new Set(['key-a', 'key-b', null]))
    await store.forget('key-a')
    expect([await store.get('key-a', 'one'), (await store.get('key-b', 'one'))?.mark]).toEqual([null, 'key-b'])
    await store.delete('key-b', 'one')
    expect(await store.owners()).toEqual([null])
  })

  it('grow older as time passes, and are gone when theirs is over, however often they are read', async () => {
    const { clock, pass } = openClock()
    const store = createMemoryPages({ clock })
    await store.set('key-a', 'one', keptPage())
    expect((await store.get('key-a', 'one'))?.ageMs).toBe(0)
    pass(dayMs / 2)
    expect((await store.get('key-a', 'one'))?.ageMs).toBe(dayMs / 2)
    pass(dayMs / 2)
    expect((await store.get('key-a', 'one'))?.ageMs).toBe(dayMs)
    pass(1)
    expect(await store.get('key-a', 'one')).toBeNull()
    expect(store.figures()).toEqual({ entries: 0, bytes: 0 })
  })

  it('have the age of the monotonic clock when the wall clock is set back', async () => {
    const { clock, times, pass } = openClock()
    const store = createMemoryPages({ clock })
    await store.set('key-a', 'one', keptPage())
    times.wall -= 1000 * dayMs
    expect((await store.get('key-a', 'one'))?.ageMs).toBe(0)
    pass(dayMs + 1)
    expect(await store.get('key-a', 'one')).toBeNull()
  })

  it('have the age of the wall clock when the monotonic one stood still: the machine slept', async () => {
    const { clock, times } = openClock()
    const store = createMemoryPages({ clock })
    await store.set('key-a', 'one', keptPage())
    times.wall += dayMs / 2
    expect((await store.get('key-a', 'one'))?.ageMs).toBe(dayMs / 2)
  })

  it('of one key do not displace those of the others, in number and in bytes', async () => {
    for (const limits of [{ maxEntries: 20 }, { maxBytes: 200 * 1024 }]) {
      const store = createMemoryPages(limits)
      for (const owner of ['key-b', 'key-c', null]) await store.set(owner, 'one', keptPage())
      for (let i = 0; i < 500; i++) {
        const page = pageOf({}, kilobyte.repeat(1 + (i % 20)))
        await store.set('key-a', `flood ${i}`, keptPage({ page }))
        expect(store.figures().entries).toBeLessThanOrEqual(limits.maxEntries ?? 500)
        expect(store.figures().bytes).toBeLessThanOrEqual(limits.maxBytes ?? Number.POSITIVE_INFINITY)
      }
      for (const owner of ['key-b', 'key-c', null]) expect(await store.get(owner, 'one'), String(owner)).not.toBeNull()
      await store.forget('key-a')
      expect(store.figures().entries).toBe(3)
    }
  })

  it('count their headers and marks of hidden text, not only their bodies', async () => {
    const store = createMemoryPages({ maxBytes: 100 * 1024 })
    const headers = { 'x-large': 'x'.repeat(30 * 1024) }
    expect(await store.set('key-a', 'one', keptPage({ page: pageOf({ headers }) }))).toBe(false)
    const hidden = { elements: Array.from({ length: 8000 }, (_, at) => at), texts: [], keepsText: false }
    expect(await store.set('key-a', 'two', keptPage({ page: pageOf({ hidden }) }))).toBe(false)
    expect(await store.set('key-a', 'three', keptPage())).toBe(true)
  })

  it('are replaced by what is too large to be kept: the older one is no longer what the URL gives', async () => {
    const store = createMemoryPages({ maxBytes: 20 * 1024 })
    await store.set('key-a', 'one', keptPage())
    expect(await store.set('key-a', 'one', keptPage({ page: pageOf({}, kilobyte.repeat(10)) }))).toBe(false)
    expect(await store.get('key-a', 'one')).toBeNull()
  })
})
