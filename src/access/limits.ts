/** Request limits: the port for rate limits, concurrency slots, and the HTTP headers that report the remaining requests. */

import { EventEmitter, once } from 'node:events'
import { ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'

/** Allows up to `limit` requests in a window of `windowS` seconds. */
export interface RateLimit {
  limit: number
  windowS: number
}

/** Counts requests. Never throws, because an adapter that loses its store counts in memory. */
export interface RateLimiter {
  count(subject: string, limit: RateLimit): Promise<RateCount>
}

/** A counter's state after a request has been counted. */
export interface RateCount {
  isOver: boolean
  remaining: number
  /** Milliseconds until the window ends. */
  resetMs: number
}

/**
 * Creates slots for the concurrent requests of each subject in this process. `take` takes one of `cap` slots, and returns the function that
 * frees it, or null if all are taken. `wait` waits for a slot instead, and throws `signal.reason` once the signal aborts.
 * @example
 * const slots = createSlots()
 * const free = slots.take('key_1', 1)
 * slots.take('key_1', 1) // null: the slot is taken until free() is called
 */
export function createSlots() {
  const taken = new Map<string, number>()
  const freed = new EventEmitter().setMaxListeners(0)
  const slots = {
    take(subject: string, cap: number): (() => void) | null {
      const count = taken.get(subject) ?? 0
      if (count >= cap) return null
      taken.set(subject, count + 1)
      let isFreed = false
      return () => {
        if (isFreed) return
        isFreed = true
        const rest = (taken.get(subject) ?? 1) - 1
        if (rest === 0) taken.delete(subject)
        else taken.set(subject, rest)
        freed.emit(subject)
      }
    },
    async wait(subject: string, cap: number, signal: AbortSignal): Promise<() => void> {
      for (;;) {
        signal.throwIfAborted()
        const free = slots.take(subject, cap)
        if (free) return free
        // An abort is thrown above.
        await once(freed, subject, { signal }).catch(() => {})
      }
    },
  }
  return slots
}

export interface RateState extends RateLimit, RateCount {
  /** `server` or `key`. */
  name: string
}

/**
 * Builds the header fields `RateLimit-Policy: "server";q=6000;w=60` and `RateLimit: "server";r=5999;t=60`.
 * @see draft-ietf-httpapi-ratelimit-headers-10
 */
export function limitHeaders(states: readonly RateState[]): Record<string, string> {
  return {
    'ratelimit-policy': states.map(({ name, limit, windowS }) => `"${name}";q=${limit};w=${windowS}`).join(', '),
    ratelimit: states.map((state) => `"${state.name}";r=${state.remaining};t=${resetS(state)}`).join(', '),
  }
}

/** Returns the rate_limited error for the exceeded limit that resets last, or null if no limit is exceeded. */
export function refusalOf(states: readonly RateState[]): ServiceError | null {
  const over = states.filter(({ isOver }) => isOver).sort((a, b) => resetS(b) - resetS(a))[0]
  if (!over) return null
  emit('gleaner:limit', { limit: over.name === 'key' ? 'key_rate' : 'server_rate' })
  const who = over.name === 'key' ? 'This key' : 'A key'
  return new ServiceError('rate_limited', `${who} may make ${over.limit} requests every ${over.windowS} s`, {
    retryAfterS: Math.max(1, resetS(over)),
  })
}

/** Seconds until the window ends. This can't exceed the window's length, even if the clock was set back. */
function resetS({ resetMs, windowS }: RateState): number {
  return Math.min(windowS, Math.max(0, Math.ceil(resetMs / 1000)))
}
