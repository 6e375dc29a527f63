import { describe, expect, it } from 'vitest'
import { createMemorySnapshots } from '../../../src/pages/snapshot/memory-stores.ts'
import { noSnapshots } from '../../../src/pages/snapshot/snapshot-store.ts'
import { describeSnapshotStore, idsOf, resultOf } from './snapshot-store-suite.ts'

describe('snapshots in memory', () => {
  describeSnapshotStore(async (maxEntries) => createMemorySnapshots({ maxEntries }))

  it('are limited in bytes, and one that exceeds the limit on its own is not kept', async () => {
    const store = createMemorySnapshots({ maxBytes: 40_000 })
    expect(await store.set('key-a', 'small', resultOf('https://a.example/', 400))).toBe(true)
    expect(await store.set('key-a', 'large', resultOf('https://a.example/', 17_500))).toBe(true)
    expect(await idsOf(store, 'key-a')).toEqual(['large'])
    expect(await store.set('key-a', 'large', resultOf('https://a.example/', 20_000))).toBe(false)
    expect(await store.get('key-a', 'large')).toBeNull()
    expect(await store.list('key-a')).toEqual([])
  })

  it('are limited in number and in bytes across all keys', async () => {
    const owners = ['key-a', 'key-b', 'key-c']
    for (const limits of [{ maxEntries: 2 }, { maxBytes: 25_000 }]) {
      const store = createMemorySnapshots(limits)
      for (const owner of owners) await store.set(owner, 'one', resultOf('https://a.example/', 10_000))
      const kept = await Promise.all(owners.map((owner) => store.get(owner, 'one')))
      expect(kept.map((snapshot) => snapshot !== null)).toEqual([false, true, true])
    }
  })

  it('are listed and found exactly if they were kept', async () => {
    const store = createMemorySnapshots({ maxEntries: 2, maxBytes: 40_000 })
    for (let i = 0; i < 20; i++) {
      const owner = `key-${i % 3}`
      const isKept = await store.set(owner, `id ${i % 4}`, resultOf('https://a.example/', (i * 3700) % 24_000))
      expect((await store.get(owner, `id ${i % 4}`)) !== null).toBe(isKept)
      expect((await idsOf(store, owner)).includes(`id ${i % 4}`)).toBe(isKept)
    }
  })

  it('are listed newest first even if all are from the same millisecond', async () => {
    const store = createMemorySnapshots()
    const results = ['one', 'two', 'three'].map((id) => ({
      ...resultOf(`https://a.example/${id}`),
      fetched_at: '2026-01-01T00:00:00.000Z',
    }))
    for (const [i, result] of results.entries()) await store.set('key-a', `${i}`, result)
    expect(await idsOf(store, 'key-a')).toEqual(['2', '1', '0'])
  })

  it('expire on time, however often they are read', async () => {
    const store = createMemorySnapshots({ maxAgeMs: 20 })
    await store.set('key-a', 'one', resultOf('https://a.example/'))
    await expect.poll(() => store.get('key-a', 'one')).toBeNull()
    expect(await store.list('key-a')).toEqual([])
  })
})

describe('a process that exits after one result', () => {
  it('keeps no snapshots', async () => {
    expect(await noSnapshots.set('key-a', 'one', resultOf('https://a.example/'))).toBe(false)
    expect(await noSnapshots.get('key-a', 'one')).toBeNull()
    expect(await noSnapshots.list('key-a')).toEqual([])
  })
})
