import { describe, expect, it } from 'vitest'
import type { PageStore } from '../../../src/pages/snapshot/page-store.ts'
import { createPacker } from '../../../src/store/packer.ts'
import { createRedisPages } from '../../../src/store/redis/pages.ts'
import { keptPage, pageOf } from '../../pages/snapshot/kept-page.ts'
import { lacksRedis } from '../../services.ts'
import { until } from '../../waits.ts'
import { useRedis } from './use-redis.ts'

const hourMs = 60 * 60 * 1000
const packer = createPacker(['a secret'])
const limits = { maxEntries: 1000, ownerEntries: 1000, maxBytes: 64 * 1024 * 1024 }

describe.skipIf(lacksRedis)('kept pages in Redis', () => {
  const redis = useRedis()
  const open = async (): Promise<PageStore> => createRedisPages({ connection: await redis.open(), packer, limits })
  const fetchedNow = () => ({ fetchedAt: new Date().toISOString() })

  it('come back as they were on every node', async () => {
    const [store, other] = [await open(), await open()]
    const hidden = { elements: [1, 2], texts: [3, 4], keepsText: true }
    const frames = [
      { at: 7, url: 'https://b.example/', content: { html: '<p>', baseUrl: 'https://b.example/', frames: [] } },
    ]
    const page = pageOf({ hidden, frames, headers: { etag: '"1"' }, rendered: true }, '<p>€ 😀</p>')
    const kept = keptPage({ page, ...fetchedNow() })
    expect(await store.set('key-a', 'one', kept)).toBe(true)
    for (const node of [store, other]) {
      const { ageMs, ...found } = (await node.get('key-a', 'one')) ?? { ageMs: Number.NaN }
      expect(found).toEqual(kept)
      expect(ageMs).toBeLessThan(hourMs / 2)
      expect(ageMs).toBeGreaterThanOrEqual(0)
    }
    for (const owner of ['key-b', null]) expect(await other.get(owner, 'one')).toBeNull()
    expect(await redis.dump()).not.toContain('example')
  })

  it('are as old as the time inside their seal says, though Redis says that they are new', async () => {
    const [store, other] = [await open(), await open()]
    const fetchedAt = new Date(Date.now() - 2 * hourMs).toISOString()
    await store.set('key-a', 'one', keptPage({ fetchedAt }))
    expect((await other.get('key-a', 'one'))?.ageMs).toBeGreaterThanOrEqual(2 * hourMs)
  })

  it('are replaced by later ones of any node, and dropped by any', async () => {
    const [store, other] = [await open(), await open()]
    const renewed = keptPage({ fetchedAt: '2026-01-01T01:00:00.000Z' })
    await store.set('key-a', 'one', keptPage())
    await other.set('key-a', 'one', renewed)
    expect((await other.get('key-a', 'one'))?.fetchedAt).toBe(renewed.fetchedAt)
    expect((await store.get('key-a', 'one'))?.fetchedAt).toBe(renewed.fetchedAt)
    await store.delete('key-a', 'one')
    expect([await store.get('key-a', 'one'), await other.get('key-a', 'one')]).toEqual([null, null])
  })

  it('go with their owner', async () => {
    const [store, other] = [await open(), await open()]
    for (const [owner, name] of [
      ['key-a', 'one'],
      ['key-a', 'two'],
      [null, 'one'],
    ] as const) {
      await store.set(owner, name, keptPage())
    }
    await other.set('key-a', 'own', keptPage())
    expect(new Set(await other.owners())).toEqual(new Set(['key-a', null]))
    await other.forget('key-a')
    expect([await other.owners(), await store.owners()]).toEqual([[null], [null]])
    expect([await store.get('key-a', 'one'), await other.get('key-a', 'own')]).toEqual([null, null])
  })

  it('stay on their node while Redis is away', async () => {
    const link = redis.openLink()
    const connection = link.open()
    await link.settled()
    const store = createRedisPages({ connection, packer, limits })
    await redis.server.kill()
    const kept = keptPage(fetchedNow())
    await store.set('key-a', 'one', kept)
    expect(await store.get('key-a', 'one')).toMatchObject(kept)
    await redis.server.start()
    await until('Redis to be back', () => !link.isAway())
    expect(await store.get('key-a', 'one')).toMatchObject(kept)
    expect(await (await open()).get('key-a', 'one')).toBeNull()
  })
})
