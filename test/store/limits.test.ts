import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryLimiter, createMemorySlots } from '../../src/store/memory/limits.ts'
import { openRedisLimits, type RedisLimits } from '../../src/store/redis/limits.ts'
import { lacksRedis, openRedisServer, type Service } from '../services.ts'
import { describeLimits } from './limits-suite.ts'

describe('limits in memory', () => {
  describeLimits(() => ({ limiter: createMemoryLimiter(), slots: createMemorySlots() }))
})

describe.skipIf(lacksRedis)('limits in Redis', () => {
  let server: Service
  let limits: RedisLimits
  const rule = { limit: 3, windowS: 60 }

  /** Connecting goes on in the background: so far each node counts by itself. */
  async function openConnected(): Promise<RedisLimits> {
    const opened = openRedisLimits(server.url)
    await opened.connected()
    return opened
  }

  beforeAll(async () => {
    server = await openRedisServer()
    limits = await openConnected()
  })
  afterAll(async () => {
    await limits.close()
    await server.close()
  })

  describeLimits(() => limits)

  it('are shared by the nodes', async () => {
    const other = await openConnected()
    const subject = randomUUID()
    const counted = await Promise.all([limits, other, limits, other].map(({ limiter }) => limiter.count(subject, rule)))
    expect(counted.filter(({ isOver }) => isOver)).toHaveLength(1)
    expect(await limits.slots.take(subject, 1)).not.toBeNull()
    expect(await other.slots.take(subject, 1)).toBeNull()
    await other.close()
  })

  it('hold in each node by itself while Redis is away, and together again when it is back', async () => {
    const subject = randomUUID()
    await server.kill()
    const alone = []
    for (let i = 0; i < 4; i++) alone.push((await limits.limiter.count(subject, rule)).isOver)
    expect(alone).toEqual([false, false, false, true])
    const leave = await limits.slots.take(subject, 1)
    expect(await limits.slots.take(subject, 1)).toBeNull()
    await leave?.()
    await server.start()
    await limits.connected()
    const other = await openConnected()
    await limits.slots.take(subject, 1)
    expect(await other.slots.take(subject, 1)).toBeNull()
    await other.close()
  })
})
