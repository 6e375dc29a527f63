import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RateLimiter } from '../../../src/access/limits.ts'
import { openRedis } from '../../../src/store/redis/connection.ts'
import { createRedisLimiter } from '../../../src/store/redis/limits.ts'
import { lacksRedis, openRedisServer, type Service } from '../../services.ts'
import { until } from '../../waits.ts'
import { describeLimits } from '../limits-suite.ts'

interface OpenedLimits {
  limiter: RateLimiter
  close(): void
}

describe.skipIf(lacksRedis)('limits in Redis', () => {
  let server: Service
  let limits: OpenedLimits
  const limit = { limit: 3, windowS: 60 }

  /** Resolves once the limits are counted in Redis. Until Redis is connected, each process counts in memory. */
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

  async function openConnected(): Promise<OpenedLimits> {
    const link = openRedis(server.url)
    const opened = { limiter: createRedisLimiter(link.open()), close: link.close }
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

  describeLimits(() => limits.limiter)

  it('are shared by several processes', async () => {
    const other = await openConnected()
    const subject = randomUUID()
    const counted = await Promise.all(
      [limits, other, limits, other].map(({ limiter }) => limiter.count(subject, limit)),
    )
    expect(counted.filter(({ isOver }) => isOver)).toHaveLength(1)
    other.close()
  })

  it('are counted in each process while Redis is unavailable, and shared again when it is back', async () => {
    const subject = randomUUID()
    await server.kill()
    const counted = []
    for (let i = 0; i < 4; i++) counted.push((await limits.limiter.count(subject, limit)).isOver)
    expect(counted).toEqual([false, false, false, true])
    await server.start()
    await connected(limits)
    expect((await limits.limiter.count(subject, limit)).isOver).toBe(false)
  })
})
