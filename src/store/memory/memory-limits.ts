/** Rate limits and places in this process's memory: the default, and what is left while Redis is away. */

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Counted, Places, RateLimit, RateLimiter } from '../../access/limits.ts'

/** One counter for each rule; `create` makes it. */
export function createCounters(create: (rule: RateLimit) => Pick<RateLimiterMemory, 'consume'>): RateLimiter {
  const counters = new Map<string, Pick<RateLimiterMemory, 'consume'>>()
  return {
    async count(subject, rule) {
      const name = `${rule.limit}/${rule.windowS}`
      const counter = counters.get(name) ?? create(rule)
      counters.set(name, counter)
      try {
        return toCounted(await counter.consume(subject), false)
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return toCounted(refused, true)
        throw refused
      }
    },
  }
}

export function createMemoryLimiter(): RateLimiter {
  return createCounters(({ limit, windowS }) => new RateLimiterMemory({ points: limit, duration: windowS }))
}

function toCounted({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): Counted {
  return { isOver, remaining: remainingPoints, resetMs: msBeforeNext }
}

export function createMemoryPlaces(): Places {
  const taken = new Map<string, number>()
  return {
    async take(subject, cap) {
      const count = taken.get(subject) ?? 0
      if (count >= cap) return null
      taken.set(subject, count + 1)
      let isLeft = false
      return async () => {
        if (isLeft) return
        isLeft = true
        const rest = (taken.get(subject) ?? 1) - 1
        if (rest === 0) taken.delete(subject)
        else taken.set(subject, rest)
      }
    },
  }
}
