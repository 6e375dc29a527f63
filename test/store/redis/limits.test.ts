import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConcurrencySlots, RateLimiter } from '../../../src/access/limits.ts'
import { openRedis } from '../../../src/store/redis/connection.ts'
import { createRedisLimits } from '../../../src/store/redis/limits.ts'
import { lacksRedis, openRedisServer, type Service } from '../../services.ts'
import { until } from '../../waits.ts'
import { describeLimits } from '../limits-suite.ts'

interface OpenedLimits {
  limiter: RateLimiter
  slots: ConcurrencySlots
  close(): void
}

describe.skipIf(lacksRedis)('limits in Redis', () => {
  let server: Service
  let limits: OpenedLimits
  const limit = { limit: 3, windowS: 60 }

  /** Resolves once the limits are counted in Redis: until it is connected, each process counts in memory. */
  async function connected(opened: OpenedLimits): Promise<void> {
    const redis = new Redis(server.url)
    const isShared = async () => {
      const subject = randomUUID()
      await opened.limiter.count(subject, limit)
      return (await redis.keys(`*${subject}`)).length > 0
    }
    await until('limits that are counted in Redis', isShared)
    redis.disconnect()
  }

  async function openConnected(options?: Parameters<typeof createRedisLimits>[1]): Promise<OpenedLimits> {
    const link = openRedis(server.url)
    const { close, ...ports } = createRedisLimits(link.open(), options)
    const opened = {
      ...ports,
      close() {
        close()
        link.close()
      },
    }
    await connected(opened)
    return opened
  }

  beforeAll(async () => {
    server = await openRedisServer()
    limits = await openConnected()
  })
  afterAll(async () => {
    limits.close()
    await server.close()
  })

  describeLimits(() => limits)

  it('are shared by several processes', async () => {
    const other = await openConnected()
    const subject = randomUUID()
    const counted = await Promise.all(
      [limits, other, limits, other].map(({ limiter }) => limiter.count(subject, limit)),
    )
    expect(counted.filter(({ isOver }) => isOver)).toHaveLength(1)
    expect(await limits.slots.take(subject, 1)).not.toBeNull()
    expect(await other.slots.take(subject, 1)).toBeNull()
    other.close()
  })

  it('free the slots of a dead process, and keep those of a live one', async () => {
    const [dying, living] = [await openConnected({ slotMaxAgeMs: 300 }), await openConnected({ slotMaxAgeMs: 300 })]
    const subject = randomUUID()
    expect(await dying.slots.take(subject, 2)).not.toBeNull()
    expect(await living.slots.take(subject, 2)).not.toBeNull()
    expect(await limits.slots.take(subject, 2)).toBeNull()
    dying.close()
    await until('the slot of the dead process', async () => (await limits.slots.take(subject, 2)) !== null)
    expect(await limits.slots.take(subject, 2)).toBeNull()
    living.close()
  })

  it('are counted in each process while Redis is unavailable, and shared again when it is back', async () => {
    const subject = randomUUID()
    await server.kill()
    const counted = []
    for (let i = 0; i < 4; i++) counted.push((await limits.limiter.count(subject, limit)).isOver)
    expect(counted).toEqual([false, false, false, true])
    const free = await limits.slots.take(subject, 1)
    expect(await limits.slots.take(subject, 1)).toBeNull()
    await free?.()
    await server.start()
    await connected(limits)
    const other = await openConnected()
    await limits.slots.take(subject, 1)
    expect(await other.slots.take(subject, 1)).toBeNull()
    other.close()
  })
})
