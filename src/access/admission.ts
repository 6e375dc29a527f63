/** Admits requests based on keys, rate limits and concurrency. A 401 or 429 takes precedence over a 422 or 402 (docs/api.md, Errors). */

import { pause } from '../base/deadline.ts'
import { ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'
import type { KeyHeaders, KeyRecord } from './keys.ts'
import { createSlots, limitHeaders, type RateLimit, type RateLimiter, type RateState, refusalOf } from './limits.ts'

/** The parts of a request that identify its client before the body is read. */
export interface ClientCredentials extends KeyHeaders {
  address: string
  /** True if OAuth tokens are accepted too. */
  acceptsTokens?: boolean
  /** Receives the response's rate limit headers, even if the client isn't admitted. */
  setHeaders(headers: Record<string, string>): void
}

export interface AdmittedCaller {
  keyId: string
  /**
   * Counts one message in a request that may contain several. The first one was already counted at admission. Throws rate_limited.
   * Operations aren't counted in requests whose messages are counted.
   */
  count(): Promise<void>
  /**
   * Starts one operation and resolves with the function that finishes it. Throws rate_limited. Counts each operation after the first, which
   * was already counted at admission.
   */
  enter(): Promise<() => void>
  /** Returns the turns of a request with many operations. Throws rate_limited if the request exceeds a limit. */
  openBatch(): BatchTurns
}

/** Turns for the operations of one request, which wait for the key's limits instead of failing. */
export interface BatchTurns {
  /** Maximum concurrent operations: half of the key's. All batches of the key share them. */
  concurrency: number
  /** Waits for a turn, counts the operation, and resolves with the function that finishes it. Throws `signal.reason`. */
  enter(signal: AbortSignal): Promise<() => void>
}

export interface AdmissionParts {
  /** Throws unauthorized or storage_unavailable. */
  authenticate(headers: KeyHeaders, acceptsTokens?: boolean): Promise<KeyRecord>
  limiter: RateLimiter
  serverLimit: RateLimit
  /** Maximum concurrent requests in this process for a key without its own limit. */
  keyConcurrency: number
}

/**
 * Returns the function that admits clients. It throws unauthorized or storage_unavailable. Clients without a valid key are counted by IP.
 */
export function createAdmission({ authenticate, limiter, serverLimit, keyConcurrency }: AdmissionParts) {
  const slots = createSlots()

  async function count(limits: readonly (RateLimit & { name: string; subject: string })[]): Promise<RateState[]> {
    return Promise.all(
      limits.map(async ({ name, subject, limit, windowS }) => {
        const counted = await limiter.count(`${name}:${subject}`, { limit, windowS })
        return { name, limit, windowS, ...counted }
      }),
    )
  }

  return async ({ address, acceptsTokens, setHeaders, ...headers }: ClientCredentials): Promise<AdmittedCaller> => {
    let key: KeyRecord
    try {
      key = await authenticate(headers, acceptsTokens)
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
        const free = slots.take(id, concurrency)
        if (!free) {
          emit('gleaner:limit', { limit: 'key_concurrency' })
          throw new ServiceError('rate_limited', `This key is limited to ${concurrency} concurrent requests`, {
            retryAfterS: 1,
          })
        }
        return free
      },
      openBatch() {
        const refusal = firstCount && refusalOf(firstCount)
        if (refusal) throw refusal
        return createTurns(id, concurrency, { slots, countOne })
      },
    }
  }
}

interface TurnParts {
  slots: ReturnType<typeof createSlots>
  countOne(): Promise<void>
}

function createTurns(id: string, concurrency: number, { slots, countOne }: TurnParts): BatchTurns {
  const half = Math.max(1, Math.floor(concurrency / 2))
  return {
    concurrency: half,
    async enter(signal) {
      const leave = await slots.wait(`batches of ${id}`, half, signal)
      try {
        await countInTurn(countOne, signal)
        const free = await slots.wait(id, concurrency, signal)
        return () => {
          free()
          leave()
        }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

/** Counts one operation as soon as the limits allow it. */
async function countInTurn(countOne: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await countOne()
    } catch (error) {
      if (!(error instanceof ServiceError) || error.retryAfterS === null) throw error
      await pause(error.retryAfterS * 1000, signal)
    }
  }
}
