import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { writeContent } from '../../../src/content/written.ts'
import type { SnapshotStore } from '../../../src/pages/snapshot/snapshot-store.ts'
import type { RedisConnection } from '../../../src/store/redis/connection.ts'
import { createRedisSnapshots } from '../../../src/store/redis/nodes.ts'
import type { SharedLimits } from '../../../src/store/redis/owned-values.ts'
import { createPacker } from '../../../src/store/seal.ts'
import { describeSnapshotStore, idsOf, resultOf } from '../../pages/snapshot/snapshot-store-suite.ts'
import { storedResult } from '../../pages/snapshot/stored-result.ts'
import { lacksRedis } from '../../services.ts'
import { until } from '../../waits.ts'
import { useRedis } from './use-redis.ts'

const packer = createPacker(['a secret'])
const megabyte = 1024 * 1024

describe.skipIf(lacksRedis)('stored results in Redis', () => {
  const redis = useRedis()

  interface Options {
    limits?: Partial<SharedLimits>
    connection?: RedisConnection
    maxAgeMs?: number
  }

  async function open({ limits, connection, maxAgeMs = 60_000 }: Options = {}): Promise<SnapshotStore> {
    const bounds = { maxEntries: 1000, ownerEntries: 1000, maxBytes: 64 * megabyte, ...limits }
    return createRedisSnapshots({ connection: connection ?? (await redis.open()), packer, limits: bounds, maxAgeMs })
  }

  /** Incompressible content. */
  const noise = (bytes: number) => storedResult({ content: writeContent(randomBytes(bytes).toString('latin1')) })

  describeSnapshotStore(async (maxEntries) => open({ limits: { maxEntries, ownerEntries: maxEntries } }))

  it('are found by other nodes', async () => {
    const [store, other] = [await open(), await open()]
    const result = resultOf('https://a.example/', 100_000)
    expect(await store.set('key-a', 'one', result)).toBe(true)
    expect(await other.get('key-a', 'one')).toEqual(result)
    expect(await idsOf(other, 'key-a')).toEqual(['one'])
  })

  it('cannot be read in Redis or by a node with another secret', async () => {
    const store = await open()
    const canary = 'canary-of-a-private-page'
    const content = writeContent(`${canary} `.repeat(3))
    await store.set('key-a', 'one', storedResult({ content, title: canary, url: `https://a.example/${canary}` }))
    expect(await redis.dump()).not.toContain('canary')
    const limits = { maxEntries: 10, ownerEntries: 10, maxBytes: megabyte }
    const connection = await redis.open()
    const stranger = createRedisSnapshots({ connection, packer: createPacker(['another']), limits })
    expect([await stranger.get('key-a', 'one'), await stranger.list('key-a')]).toEqual([null, []])
  })

  it('take at most half of the bytes per key, regardless of the nodes that stored them', async () => {
    const limits = { maxBytes: 2 * megabyte }
    const [store, other] = [await open({ limits }), await open({ limits })]
    await store.set('key-b', 'kept', resultOf('https://b.example/'))
    for (let i = 0; i < 20; i++) await (i % 2 ? store : other).set('key-a', `flood ${i}`, noise(100_000))
    const ids = await idsOf(store, 'key-a')
    expect(ids.length).toBeGreaterThan(3)
    expect(ids.length).toBeLessThan(10)
    expect(await store.get('key-b', 'kept')).not.toBeNull()
    await until('the figures', () => {
      const { bytes } = store.figures()
      return bytes > megabyte / 2 && bytes <= megabyte + 4096
    })
  })

  it('are limited across all keys, and the least recently used are dropped first', async () => {
    const store = await open({ limits: { maxBytes: megabyte } })
    for (let i = 0; i < 10; i++) await store.set(`key-${i}`, 'one', noise(100_000))
    const kept = await Promise.all(Array.from({ length: 10 }, (_, i) => store.get(`key-${i}`, 'one')))
    const first = kept.findIndex((one) => one !== null)
    expect(first).toBeGreaterThan(1)
    expect(first).toBeLessThan(8)
    expect(kept.slice(first)).not.toContain(null)
  })

  it('are not stored if they are too large or Redis has no room', async () => {
    const store = await open({ limits: { maxBytes: megabyte } })
    expect(await store.set('key-a', 'one', noise(megabyte))).toBe(false)
    await redis.driver().config('SET', 'maxmemory', '1mb')
    expect(await store.set('key-a', 'one', noise(1000))).toBe(false)
    expect(await store.get('key-a', 'one')).toBeNull()
    await redis.driver().config('SET', 'maxmemory', '0')
  })

  it('are removed from the counts when they expire, and leave nothing behind', async () => {
    const store = await open({ maxAgeMs: 50 })
    for (let i = 0; i < 300; i++) await store.set('key-a', String(i), resultOf('https://a.example/'))
    await expect.poll(() => store.get('key-a', '299')).toBeNull()
    await until('nothing in Redis', async () => {
      await store.list('key-a')
      return (await redis.keys()).length === 0
    })
  })

  it('are not stored while Redis is unavailable, and are stored again when it is back', async () => {
    const link = redis.openLink()
    const connection = link.open()
    await link.settled()
    const store = await open({ connection })
    const result = resultOf('https://a.example/')
    await redis.server.kill()
    expect(await store.set('key-a', 'one', result)).toBe(false)
    expect([await store.get('key-a', 'one'), await store.list('key-a')]).toEqual([null, []])
    await redis.server.start()
    await until('Redis to be back', () => !link.isAway())
    expect(await store.set('key-a', 'one', result)).toBe(true)
    expect(await store.get('key-a', 'one')).toEqual(result)
  })
})
