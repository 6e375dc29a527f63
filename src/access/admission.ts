/** Who comes in: key → rate limit → place among the key's running requests (docs/api.md, Prices, keys and credits: 401, 429, then 422 and 402). */

import { ServiceError } from '../errors.ts'
import type { KeyRecord } from './keys.ts'
import { limitHeaders, type Places, type RateLimit, type RateLimiter, type RateState, refusalOf } from './limits.ts'

/** What a door knows of a request before it looks at it. */
export interface Visitor {
  authorization: string | undefined
  /** Address that it came from. */
  address: string
  /** Hears the headers that tell of the limits, whether the visitor is let in or not. */
  tell(headers: Record<string, string>): void
}

export interface Admitted {
  keyId: string
  /**
   * Starts one operation: throws rate_limited, or resolves with what is to be called at its end. The visit itself counts
   * as the first; every further one in the same visit is counted too.
   */
  enter(): Promise<() => Promise<void>>
}

export interface AdmissionParts {
  /** Throws unauthorized or storage_unavailable. */
  authenticate(authorization: string | undefined): Promise<KeyRecord>
  limiter: RateLimiter
  places: Places
  /** Holds for every key. */
  serverLimit: RateLimit
}

/** Throws unauthorized or storage_unavailable. A visitor without a key is counted by address, so that every answer can tell. */
export function createAdmission({ authenticate, limiter, places, serverLimit }: AdmissionParts) {
  async function count(rules: readonly (RateLimit & { name: string; subject: string })[]): Promise<RateState[]> {
    return Promise.all(
      rules.map(async ({ name, subject, limit, windowS }) => {
        const counted = await limiter.count(`${name}:${subject}`, { limit, windowS })
        return { name, limit, windowS, ...counted }
      }),
    )
  }

  return async ({ authorization, address, tell }: Visitor): Promise<Admitted> => {
    let key: KeyRecord
    try {
      key = await authenticate(authorization)
    } catch (error) {
      tell(limitHeaders(await count([{ name: 'server', subject: `address ${address}`, ...serverLimit }])))
      throw error
    }
    const { id, rateLimit, concurrency } = key
    const rules = [{ name: 'server', subject: id, ...serverLimit }]
    if (rateLimit) rules.push({ name: 'key', subject: id, ...rateLimit })
    let visit: RateState[] | null = await count(rules)
    tell(limitHeaders(visit))

    return {
      keyId: id,
      async enter() {
        const states = visit ?? (await count(rules))
        visit = null
        const refusal = refusalOf(states)
        if (refusal) throw refusal
        if (concurrency === null) return async () => {}
        const leave = await places.take(id, concurrency)
        if (!leave) {
          throw new ServiceError('rate_limited', `This key may have ${concurrency} requests running at once`, {
            retryAfterS: 1,
          })
        }
        return leave
      },
    }
  }
}
