/** How many requests a key may make: the rules, the ports behind them, and the headers that tell of them. */

import { ServiceError } from '../errors.ts'

/** At most `limit` requests in a window of `windowS` seconds. */
export interface RateLimit {
  limit: number
  windowS: number
}

/** Counts requests. Does not throw: one that loses its store goes on counting by itself. */
export interface RateLimiter {
  /** Counts one request of `subject` under the rule. */
  count(subject: string, rule: RateLimit): Promise<Counted>
}

export interface Counted {
  isOver: boolean
  remaining: number
  /** Until the window ends. */
  resetMs: number
}

/** Places for requests that run at once. Does not throw either. */
export interface Places {
  /** Null when all `cap` places are taken; else the function that gives the place back. */
  take(subject: string, cap: number): Promise<(() => Promise<void>) | null>
}

/** One rule and how much of it is left. */
export interface RateState extends RateLimit, Counted {
  /** `server` or `key`. */
  name: string
}

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-10:
 * `RateLimit-Policy: "server";q=6000;w=60` and `RateLimit: "server";r=5999;t=60`.
 */
export function limitHeaders(states: readonly RateState[]): Record<string, string> {
  return {
    'ratelimit-policy': states.map(({ name, limit, windowS }) => `"${name}";q=${limit};w=${windowS}`).join(', '),
    ratelimit: states.map((state) => `"${state.name}";r=${state.remaining};t=${resetS(state)}`).join(', '),
  }
}

/** The refusal by the rule that holds longest, or null. */
export function refusalOf(states: readonly RateState[]): ServiceError | null {
  const over = states.filter(({ isOver }) => isOver).sort((a, b) => resetS(b) - resetS(a))[0]
  if (!over) return null
  const who = over.name === 'key' ? 'This key' : 'A key'
  return new ServiceError('rate_limited', `${who} may make ${over.limit} requests in ${over.windowS} s`, {
    retryAfterS: Math.max(1, resetS(over)),
  })
}

/** Never more than the window, whatever became of the clock. */
function resetS({ resetMs, windowS }: RateState): number {
  return Math.min(windowS, Math.max(0, Math.ceil(resetMs / 1000)))
}
