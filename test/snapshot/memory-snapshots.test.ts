import { describe, expect, it, vi } from 'vitest'
import { writeContent } from '../../src/content/written.ts'
import { createMemorySnapshots } from '../../src/snapshot/memory-snapshots.ts'
import { noSnapshots, type StoredResult } from '../../src/snapshot/snapshot-store.ts'
import { storedResult } from './stored-result.ts'

let minute = 0

function result(url: string, chars = 4): StoredResult {
  const fetched_at = new Date(Date.UTC(2026, 0, 1, 0, minute++)).toISOString()
  const content = writeContent('x'.repeat(chars))
  return storedResult({ url, final_url: url, title: `Title of ${url}`, content, fetched_at })
}

const idsOf = async (store: ReturnType<typeof createMemorySnapshots>, owner: string | null) =>
  (await store.list(owner)).map(({ id }) => id)

describe('snapshots in memory', () => {
  it('belong to the key that made them', async () => {
    const store = createMemorySnapshots()
    await store.set('key-a', 'one', result('https://a.example/'))
    expect(await store.get('key-a', 'one')).toMatchObject({ url: 'https://a.example/' })
    for (const other of ['key-b', null, 'null', '']) {
      expect(await store.get(other, 'one'), String(other)).toBeNull()
      expect(await store.list(other)).toEqual([])
    }
  })

  it('are listed with the newest first, each id once', async () => {
    const store = createMemorySnapshots()
    for (const id of ['one', 'two', 'three', 'one']) await store.set('key-a', id, result(`https://a.example/${id}`))
    expect(await idsOf(store, 'key-a')).toEqual(['one', 'three', 'two'])
    expect((await store.list('key-a'))[0]).toMatchObject({ url: 'https://a.example/one', chars: 4, output: 'markdown' })
  })

  it('are bounded in number; those that were not used for longest go first', async () => {
    const store = createMemorySnapshots({ maxEntries: 6 })
    for (const id of ['one', 'two', 'three']) await store.set('key-a', id, result('https://a.example/'))
    await store.get('key-a', 'one')
    await store.set('key-a', 'four', result('https://a.example/'))
    expect(await store.get('key-a', 'two')).toBeNull()
    expect(await idsOf(store, 'key-a')).toEqual(['four', 'three', 'one'])
  })

  it('are bounded in bytes; one that is too large alone is not kept', async () => {
    const store = createMemorySnapshots({ maxBytes: 40_000 })
    expect(await store.set('key-a', 'small', result('https://a.example/', 400))).toBe(true)
    expect(await store.set('key-a', 'large', result('https://a.example/', 17_500))).toBe(true)
    expect(await idsOf(store, 'key-a')).toEqual(['large'])
    expect(await store.set('key-a', 'large', result('https://a.example/', 20_000))).toBe(false)
    expect(await store.get('key-a', 'large')).toBeNull()
    expect(await store.list('key-a')).toEqual([])
  })

  it('of one key do not displace those of the others', async () => {
    const store = createMemorySnapshots({ maxEntries: 10 })
    const owners = ['key-b', null, 'key-c', 'key-d', 'key-e']
    for (const owner of owners) await store.set(owner, 'kept', result('https://b.example/'))
    for (let i = 0; i < 50; i++) await store.set('key-a', `flood ${i}`, result('https://a.example/'))
    expect(await store.list('key-a')).toHaveLength(5)
    for (const owner of owners) expect(await store.get(owner, 'kept'), String(owner)).not.toBeNull()
  })

  it('of all keys together are bounded in number and in bytes', async () => {
    const owners = ['key-a', 'key-b', 'key-c']
    for (const limits of [{ maxEntries: 2 }, { maxBytes: 25_000 }]) {
      const store = createMemorySnapshots(limits)
      for (const owner of owners) await store.set(owner, 'one', result('https://a.example/', 10_000))
      const kept = await Promise.all(owners.map((owner) => store.get(owner, 'one')))
      expect(kept.map((snapshot) => snapshot !== null)).toEqual([false, true, true])
    }
  })

  it('are listed and found exactly when they were kept', async () => {
    const store = createMemorySnapshots({ maxEntries: 2, maxBytes: 40_000 })
    for (let i = 0; i < 20; i++) {
      const owner = `key-${i % 3}`
      const isKept = await store.set(owner, `id ${i % 4}`, result('https://a.example/', (i * 3700) % 24_000))
      expect((await store.get(owner, `id ${i % 4}`)) !== null).toBe(isKept)
      expect((await idsOf(store, owner)).includes(`id ${i % 4}`)).toBe(isKept)
    }
  })

  it('are gone when their time is over, however often they are read', async () => {
    const store = createMemorySnapshots({ maxAgeMs: 20 })
    await store.set('key-a', 'one', result('https://a.example/'))
    await vi.waitFor(async () => expect(await store.get('key-a', 'one')).toBeNull())
    expect(await store.list('key-a')).toEqual([])
  })
})

describe('a process that ends after one result', () => {
  it('keeps none', async () => {
    expect(await noSnapshots.set('key-a', 'one', result('https://a.example/'))).toBe(false)
    expect(await noSnapshots.get('key-a', 'one')).toBeNull()
    expect(await noSnapshots.list('key-a')).toEqual([])
  })
})
