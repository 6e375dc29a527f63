/** Rate limits in memory: the default, and the fallback while Redis is unavailable. */

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateCount, RateLimit, RateLimiter } from '../../access/limits.ts'

/** Creates a rate limiter with one counter per limit. `create` creates a counter. */
export function createCounters(create: (limit: RateLimit) => Pick<RateLimiterMemory, 'consume'>): RateLimiter {
  const counters = new Map<string, Pick<RateLimiterMemory, 'consume'>>()
  return {
    async count(subject, limit) {
      const name = `${limit.limit}/${limit.windowS}`
      const counter = counters.get(name) ?? create(limit)
      counters.set(name, counter)
      try {
        return toRateCount(await counter.consume(subject), false)
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return toRateCount(refused, true)
        throw refused
      }
    },
  }
}

export function createMemoryLimiter(): RateLimiter {
  return createCounters(({ limit, windowS }) => new RateLimiterMemory({ points: limit, duration: windowS }))
}

function toRateCount({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): RateCount {
  return { isOver, remaining: remainingPoints, resetMs: msBeforeNext }
}
