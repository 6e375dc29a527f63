import { describe, expect, it } from 'vitest'
import { createRedisPages } from '../../../src/store/redis/nodes.ts'
import { createPacker } from '../../../src/store/seal.ts'
import { keptPage, pageOf } from '../../pages/snapshot/kept-page.ts'
import { describePageStore, noise } from '../../pages/snapshot/page-store-suite.ts'
import { lacksRedis } from '../../services.ts'
import { until } from '../../waits.ts'
import { useRedis } from './use-redis.ts'

const packer = createPacker(['a secret'])
const bounds = { maxEntries: 1000, maxBytes: 64 * 1024 * 1024 }

/** A time in the past, formatted as in a page. */
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

describe.skipIf(lacksRedis)('kept pages in Redis', () => {
  const redis = useRedis()

  async function open({ maxAgeMs, ...limits }: Partial<typeof bounds> & { maxAgeMs?: number } = {}) {
    const { maxEntries, maxBytes } = { ...bounds, ...limits }
    return createRedisPages({
      ...{ connection: await redis.open(), packer, limits: { maxEntries, ownerEntries: maxEntries, maxBytes } },
      ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
    })
  }

  describePageStore(open)

  it('are found by other nodes, but not readable in Redis', async () => {
    const [store, other] = [await open(), await open()]
    const kept = keptPage({ page: pageOf({}, 'canary of a private page') })
    await store.set('key-a', 'one', kept)
    expect(await other.get('key-a', 'one')).toMatchObject(kept)
    expect(await redis.dump()).not.toMatch(/canary|example/)
    await other.delete('key-a', 'one')
    expect(await store.get('key-a', 'one')).toBeNull()
  })

  it('can be replaced by any node', async () => {
    const [store, other] = [await open(), await open()]
    const [first, second] = [keptPage({ fetchedAt: ago(2000) }), keptPage({ fetchedAt: ago(1000) })]
    await store.set('key-a', 'one', first)
    await other.set('key-a', 'one', second)
    for (const node of [store, other]) expect((await node.get('key-a', 'one'))?.fetchedAt).toBe(second.fetchedAt)
  })

  it('are not kept if they are too large, or while Redis is unavailable', async () => {
    const link = redis.openLink()
    const connection = link.open()
    await link.settled()
    const limits = { ...bounds, maxBytes: 20_000, ownerEntries: 1000 }
    const store = createRedisPages({ connection, packer, limits })
    expect(await store.set('key-a', 'one', keptPage({ page: pageOf({}, noise(20_000)) }))).toBe(false)
    await redis.server.kill()
    expect(await store.set('key-a', 'one', keptPage())).toBe(false)
    expect(await store.get('key-a', 'one')).toBeNull()
    await redis.server.start()
    await until('Redis to be back', () => !link.isAway())
    expect(await store.set('key-a', 'one', keptPage())).toBe(true)
    expect(await store.get('key-a', 'one')).not.toBeNull()
  })
})
