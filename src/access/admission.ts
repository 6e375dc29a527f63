/** Admission of a request: key, rate limits, concurrency slot. Their failures, 401 and 429, come before 422 and 402 (docs/api.md, Errors). */

import { ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'
import type { KeyRecord } from './keys.ts'
import {
  type ConcurrencySlots,
  limitHeaders,
  type RateLimit,
  type RateLimiter,
  type RateState,
  refusalOf,
} from './limits.ts'

/** What a request presents of its client before it is read. */
export interface ClientCredentials {
  /** The `Authorization` header. */
  authorization: string | undefined
  /** IP address of the client. */
  address: string
  /** Receives the rate limit headers of the response, whether the client is admitted or not. */
  setHeaders(headers: Record<string, string>): void
}

export interface AdmittedCaller {
  keyId: string
  /**
   * Counts one message of a request that may hold several. Throws rate_limited. The admission has counted the first one. Where
   * messages are counted, operations are not.
   */
  count(): Promise<void>
  /**
   * Starts one operation and resolves with the function that ends it. Throws rate_limited. The admission has counted the first
   * operation of a request; each further one is counted here.
   */
  enter(): Promise<() => Promise<void>>
}

interface AdmissionParts {
  /** Throws unauthorized or storage_unavailable. */
  authenticate(authorization: string | undefined): Promise<KeyRecord>
  limiter: RateLimiter
  slots: ConcurrencySlots
  /** Applies to every key. */
  serverLimit: RateLimit
  /** Requests at once of a key that has no number of its own. */
  keyConcurrency: number
}

/** Admits clients. The result throws unauthorized or storage_unavailable; a client without a valid key is counted by its IP address. */
export function createAdmission({ authenticate, limiter, slots, serverLimit, keyConcurrency }: AdmissionParts) {
  async function count(limits: readonly (RateLimit & { name: string; subject: string })[]): Promise<RateState[]> {
    return Promise.all(
      limits.map(async ({ name, subject, limit, windowS }) => {
        const counted = await limiter.count(`${name}:${subject}`, { limit, windowS })
        return { name, limit, windowS, ...counted }
      }),
    )
  }

  return async ({ authorization, address, setHeaders }: ClientCredentials): Promise<AdmittedCaller> => {
    let key: KeyRecord
    try {
      key = await authenticate(authorization)
    } catch (error) {
      setHeaders(limitHeaders(await count([{ name: 'server', subject: `address ${address}`, ...serverLimit }])))
      throw error
    }
    const { id, rateLimit } = key
    const concurrency = key.concurrency ?? keyConcurrency
    const limits = [{ name: 'server', subject: id, ...serverLimit }]
    if (rateLimit) limits.push({ name: 'key', subject: id, ...rateLimit })
    let firstCount: RateState[] | null = await count(limits)
    setHeaders(limitHeaders(firstCount))
    let countsMessages = false

    async function countOne(): Promise<void> {
      const counted = firstCount
      firstCount = null
      const refusal = refusalOf(counted ?? (await count(limits)))
      if (refusal) throw refusal
    }

    return {
      keyId: id,
      count() {
        countsMessages = true
        return countOne()
      },
      async enter() {
        if (!countsMessages) await countOne()
        const free = await slots.take(id, concurrency)
        if (!free) {
          emit('gleaner:limit', { limit: 'key_concurrency' })
          throw new ServiceError('rate_limited', `This key may have ${concurrency} requests running at once`, {
            retryAfterS: 1,
          })
        }
        return free
      },
    }
  }
}
