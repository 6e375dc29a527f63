/** A request's share: its turns in queues, and its part of the process's budget of bytes in flight. */

import { ServiceError } from './errors.ts'
import { emit } from './events.ts'

/** Passed along with a request to all code that queues it or holds bytes for it. */
export interface Share {
  /** ID of the key whose turns the request uses, or null if there are no keys. */
  readonly keyId: string | null
  /** Counts bytes that the request is about to hold. Throws overloaded if they exceed the budget or one key's part of it. */
  take(bytes: number): void
  /** Counts bytes that the request already holds, even beyond the budget. Others then have to wait. */
  add(bytes: number): void
  /** Releases bytes, at most as many as the request holds. */
  give(bytes: number): void
}

/** The share of one request, until it is closed. */
export interface OpenShare extends Share {
  /** Bytes that the request holds. */
  readonly bytes: number
  /** Releases everything. Later calls to the other methods do nothing. */
  close(): void
}

export interface ByteBudget {
  /** Bytes that all requests hold together. */
  readonly bytes: number
  readonly maxBytes: number
  open(keyId: string | null): OpenShare
}

/**
 * Creates a budget of `maxBytes` for all requests in the process. One key may hold at most as many bytes as remain free, so that other keys
 * always have room. If it is the only key, this is half of the budget. Requests without a key may use the whole budget.
 * @example
 * const share = createByteBudget(1000).open('key_1')
 * share.take(500)
 * share.take(1) // throws overloaded
 */
export function createByteBudget(maxBytes: number): ByteBudget {
  const byKey = new Map<string, number>()
  let total = 0

  function count(keyId: string | null, bytes: number): void {
    total += bytes
    if (keyId === null) return
    const ofKey = (byKey.get(keyId) ?? 0) + bytes
    if (ofKey === 0) byKey.delete(keyId)
    else byKey.set(keyId, ofKey)
  }

  function hasRoom(keyId: string | null, bytes: number): boolean {
    const free = maxBytes - total - bytes
    return keyId === null ? free >= 0 : (byKey.get(keyId) ?? 0) + bytes <= free
  }

  return {
    get bytes() {
      return total
    },
    maxBytes,
    open: (keyId) => new CountedShare(keyId, { count, hasRoom }),
  }
}

interface BudgetOfKeys {
  count(keyId: string | null, bytes: number): void
  hasRoom(keyId: string | null, bytes: number): boolean
}

/** A class, because the getter of an object literal, and all that it refers to, stay in memory until V8 collects all objects. */
class CountedShare implements OpenShare {
  readonly keyId: string | null
  readonly #budget: BudgetOfKeys
  #bytes = 0
  #isClosed = false

  constructor(keyId: string | null, budget: BudgetOfKeys) {
    this.keyId = keyId
    this.#budget = budget
  }

  get bytes(): number {
    return this.#bytes
  }

  take(bytes: number): void {
    if (this.#isClosed) return
    if (!this.#budget.hasRoom(this.keyId, bytes)) throw refuse()
    this.add(bytes)
  }

  add(bytes: number): void {
    if (this.#isClosed) return
    this.#bytes += bytes
    this.#budget.count(this.keyId, bytes)
  }

  give(bytes: number): void {
    this.add(-Math.min(bytes, this.#bytes))
  }

  close(): void {
    this.add(-this.#bytes)
    this.#isClosed = true
  }
}

/** The share for a process with one caller: the command line and stdio. Requests run in order, and nothing is counted. */
export const noShare: Share = { keyId: null, take() {}, add() {}, give() {} }

function refuse(): ServiceError {
  emit('gleaner:limit', { limit: 'bytes_in_flight' })
  return new ServiceError('overloaded', 'Requests in flight are using too much memory', { retryAfterS: 2 })
}
