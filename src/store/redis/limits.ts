/** Rate limits in Redis that several processes share. While Redis is unavailable, each process counts in memory. */

import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { RateLimiter } from '../../access/limits.ts'
import { createCounters } from '../memory/limits.ts'
import { type RedisConnection, redisPrefix } from './connection.ts'

export function createRedisLimiter(connection: RedisConnection): RateLimiter {
  return createCounters(({ limit, windowS }) => {
    const rule = { points: limit, duration: windowS }
    const alone = new RateLimiterMemory(rule)
    const shared = new RateLimiterRedis({
      ...rule,
      storeClient: connection.driver,
      keyPrefix: `${redisPrefix}rate:${limit}/${windowS}`,
      rejectIfRedisNotReady: true,
    })
    return {
      consume: async (subject) => (await connection.ask(() => shared.consume(subject), null)) ?? alone.consume(subject),
    }
  })
}
