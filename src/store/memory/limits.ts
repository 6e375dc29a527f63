/** Rate limits and concurrency slots in memory: the default, and the fallback while Redis is unavailable. */

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { ConcurrencySlots, RateCount, RateLimit, RateLimiter } from '../../access/limits.ts'

/** Creates a rate limiter with one counter per limit. `create` makes the counters. */
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

/**
 * Creates concurrency slots in this process's memory, counted by subject.
 * @example
 * const slots = createMemorySlots()
 * const free = await slots.take('key_1', 1)
 * await slots.take('key_1', 1) // null: the slot is taken until free() is called
 */
export function createMemorySlots(): ConcurrencySlots {
  const taken = new Map<string, number>()
  return {
    async take(subject, cap) {
      const count = taken.get(subject) ?? 0
      if (count >= cap) return null
      taken.set(subject, count + 1)
      let isFreed = false
      return async () => {
        if (isFreed) return
        isFreed = true
        const rest = (taken.get(subject) ?? 1) - 1
        if (rest === 0) taken.delete(subject)
        else taken.set(subject, rest)
      }
    },
  }
}
