/** The suite for snapshot store adapters. Every adapter passes it. */

import { expect, it } from 'vitest'
import { writeContent } from '../../../src/content/written.ts'
import type { SnapshotStore, StoredResult } from '../../../src/pages/snapshot/snapshot-store.ts'
import { storedResult } from './stored-result.ts'

let minute = 0

/** Returns a result that was fetched a minute after the previous one. */
export function resultOf(url: string, chars = 4): StoredResult {
  const fetched_at = new Date(Date.UTC(2026, 0, 1, 0, minute++)).toISOString()
  const content = writeContent('x'.repeat(chars))
  return storedResult({ url, final_url: url, title: `Title of ${url}`, content, fetched_at })
}

export const idsOf = async (store: SnapshotStore, owner: string | null) => (await store.list(owner)).map(({ id }) => id)

/** `open` creates an empty store for `maxEntries` results. One owner may use half of them. */
export function describeSnapshotStore(open: (maxEntries: number) => Promise<SnapshotStore>): void {
  it('belong to the key that made them', async () => {
    const store = await open(1000)
    await store.set('key-a', 'one', resultOf('https://a.example/'))
    expect(await store.get('key-a', 'one')).toMatchObject({ url: 'https://a.example/' })
    for (const other of ['key-b', null, 'null', '', '-', 'key-a/one']) {
      expect(await store.get(other, 'one'), String(other)).toBeNull()
      expect(await store.list(other)).toEqual([])
    }
  })

  it('come back unchanged, regardless of their content', async () => {
    const store = await open(1000)
    const warnings = [{ code: 'charset_guessed', message: 'Guessed' }] as const
    for (const content of [
      '',
      'text € 😀 \u0000',
      'long '.repeat(100_000),
      [{ url: 'https://a.example/', text: '', internal: null }],
      { title: null },
    ]) {
      const result = storedResult({ content: writeContent(content), title: null, warnings: [...warnings] })
      await store.set(null, 'one', result)
      expect(await store.get(null, 'one')).toEqual(result)
    }
  })

  it('are listed newest first, each id once', async () => {
    const store = await open(1000)
    for (const id of ['one', 'two', 'three', 'one']) await store.set('key-a', id, resultOf(`https://a.example/${id}`))
    expect(await idsOf(store, 'key-a')).toEqual(['one', 'three', 'two'])
    const [first] = await store.list('key-a')
    expect(first).toMatchObject({
      id: 'one',
      url: 'https://a.example/one',
      chars: 4,
      output: 'markdown',
      is_text: true,
    })
  })

  it('are limited in number, and the least recently used are dropped first', async () => {
    const store = await open(6)
    for (const id of ['one', 'two', 'three']) await store.set('key-a', id, resultOf('https://a.example/'))
    await store.get('key-a', 'one')
    await store.set('key-a', 'four', resultOf('https://a.example/'))
    expect(await store.get('key-a', 'two')).toBeNull()
    expect(await idsOf(store, 'key-a')).toEqual(['four', 'three', 'one'])
  })

  it('do not displace those of other keys', async () => {
    const store = await open(10)
    const owners = ['key-b', null, 'key-c', 'key-d', 'key-e']
    for (const owner of owners) await store.set(owner, 'kept', resultOf('https://b.example/'))
    for (let i = 0; i < 50; i++) await store.set('key-a', `flood ${i}`, resultOf('https://a.example/'))
    expect(await store.list('key-a')).toHaveLength(5)
    for (const owner of owners) expect(await store.get(owner, 'kept'), String(owner)).not.toBeNull()
  })
}
