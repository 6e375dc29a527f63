/** The suite for page store adapters. Every adapter passes it. */

import { expect, it } from 'vitest'
import type { PageStore } from '../../../src/pages/snapshot/snapshot-store.ts'
import { until } from '../../waits.ts'
import { keptPage, pageOf } from './kept-page.ts'

const hourMs = 60 * 60 * 1000

interface StoreOptions {
  maxEntries?: number
  maxBytes?: number
  maxAgeMs?: number
}

/** `open` creates an empty store. One owner may use half of its limits. */
export function describePageStore(open: (options?: StoreOptions) => Promise<PageStore>): void {
  it('come back unchanged', async () => {
    const store = await open()
    const hidden = { elements: [1, 2], texts: [3, 4], keepsText: true }
    const frames = [
      { at: 7, url: 'https://b.example/', content: { html: '<p>', baseUrl: 'https://b.example/', frames: [] } },
    ]
    const page = pageOf({ hidden, frames, headers: { etag: '"1"' }, rendered: true }, '<p>€ 😀</p>')
    const kept = keptPage({ page })
    expect(await store.set('key-a', 'one', kept)).toBe(true)
    const { ageMs, ...found } = (await store.get('key-a', 'one')) ?? { ageMs: Number.NaN }
    expect(found).toEqual(kept)
    expect(ageMs).toBeGreaterThanOrEqual(0)
    expect(ageMs).toBeLessThan(hourMs / 2)
  })

  it('belong to their owner', async () => {
    const store = await open()
    const fetchedAt = { 'key-a': new Date(Date.now() - 3000), 'key-b': new Date(Date.now() - 2000), null: new Date() }
    for (const owner of ['key-a', 'key-b', null] as const)
      await store.set(owner, 'one', keptPage({ fetchedAt: fetchedAt[`${owner}`].toISOString() }))
    const found = async (owner: string | null) => (await store.get(owner, 'one'))?.fetchedAt ?? null
    expect(await found('key-a')).toBe(fetchedAt['key-a'].toISOString())
    expect(await found(null)).toBe(fetchedAt.null.toISOString())
    for (const other of ['key-c', 'null', '', '-', 'key-a/one']) expect(await found(other), other).toBeNull()
  })

  it('are replaced by a page kept under the same name', async () => {
    const store = await open()
    await store.set('key-a', 'one', keptPage({ page: pageOf({}, 'first') }))
    await store.set('key-a', 'one', keptPage({ page: pageOf({}, 'second') }))
    expect(new TextDecoder().decode((await store.get('key-a', 'one'))?.page.body)).toBe('second')
    await expect.poll(() => store.figures().entries).toBe(1)
  })

  it('have the age of their fetch, even if they are kept later', async () => {
    const store = await open()
    await store.set('key-a', 'one', keptPage({ fetchedAt: new Date(Date.now() - 2 * hourMs).toISOString() }))
    const { ageMs = 0 } = (await store.get('key-a', 'one')) ?? {}
    expect(ageMs).toBeGreaterThanOrEqual(2 * hourMs)
    expect(ageMs).toBeLessThan(3 * hourMs)
  })

  it('expire after a day', async () => {
    const store = await open()
    await store.set('key-a', 'one', keptPage({ fetchedAt: new Date(Date.now() - 24 * hourMs - 1).toISOString() }))
    expect(await store.get('key-a', 'one')).toBeNull()
  })

  it('free their memory on time, even if no one asks for them', async () => {
    const store = await open({ maxAgeMs: 50 })
    await store.set('key-a', 'one', keptPage())
    await expect.poll(() => store.figures()).toEqual({ entries: 0, bytes: 0 })
  })

  it('do not displace those of other keys, by number or by bytes', async () => {
    for (const limits of [{ maxEntries: 20 }, { maxBytes: 200 * 1024 }]) {
      const store = await open(limits)
      const owners = ['key-b', 'key-c', null]
      for (const owner of owners) await store.set(owner, 'one', keptPage())
      for (let i = 0; i < 300; i++) {
        const page = pageOf({}, noise(1024 * (1 + (i % 20))))
        await store.set('key-a', `flood ${i}`, keptPage({ page }))
      }
      for (const owner of owners) expect(await store.get(owner, 'one'), String(owner)).not.toBeNull()
      await until('the figures', () => {
        const { entries, bytes } = store.figures()
        const isInBounds =
          entries <= (limits.maxEntries ?? 300) && bytes <= (limits.maxBytes ?? Number.POSITIVE_INFINITY)
        return entries > owners.length && isInBounds
      })
    }
  })
}

/** Text that doesn't shrink when it is compressed. */
export function noise(bytes: number): string {
  const words = crypto.getRandomValues(new Uint8Array(Math.min(bytes, 32 * 1024)))
  return Buffer.from(words).toString('latin1').slice(0, bytes)
}
