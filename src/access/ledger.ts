/** The ledger's two ports: one through which operations charge credits, and one through which the ledger reaches a database. */

/** Reserves credits before the work, and settles or releases the reservation afterwards. */
export interface Ledger {
  /** Throws insufficient_credits or storage_unavailable. Stores nothing for callers without a key. */
  reserve(charge: LedgerCharge): Promise<Reservation>
}

interface LedgerCharge {
  /** Null if there are no keys: stdio, the command line, --no-auth. */
  keyId: string | null
  credits: number
  requestId: string
  operation: string
  /** The idempotency claim that closes with the reservation. */
  claim?: Claim | null
}

/**
 * Call exactly one of the two methods, once, to close the reservation. Neither throws storage_unavailable, because the work has been done
 * by then. If necessary, the outcome is journaled and written to the database later.
 */
export interface Reservation {
  /** Charges at most the credits reserved, and stores `response` with the claim in the same transaction. A free request drops its claim. */
  settle(credits: number, response?: Uint8Array | null): Promise<Settlement>
  /** Charges a failed request for the work already done. The charge may be 0. */
  fail(credits: number): Promise<Settlement>
}

export interface Settlement {
  /** Credits charged. Fewer than requested only if the process was considered dead and the credits have since been spent. */
  charged: number
  /** Credits remaining on the key, or null if it is unlimited. */
  remaining: number | null
}

/** The name that a client gave a request. The database keeps it for as long as the response is stored. */
export interface Claim {
  keyId: string
  /** HMAC of the client's Idempotency-Key. */
  name: string
  /** Distinguishes this claim from a later one with the same name. */
  token: string
}

export interface Hold {
  id: string
  node: string
  keyId: string
  credits: number
  operation: string
  requestId: string
}

/** The outcome of a reservation. It counts once, even if it is written more than once. */
export interface ReservationOutcome extends Hold {
  /** False for an unlimited key, for which nothing was reserved. */
  isHeld: boolean
  /** Null if the request failed and is not charged. */
  charged: number | null
  /** True if the request failed but is charged anyway. */
  isFailed?: boolean
  claim: Claim | null
  /** True if the connection broke during the reservation, so the database may have received it or may still receive it. */
  isUnsure?: boolean
}

export interface UsageRow {
  keyId: string
  /** UTC, YYYY-MM-DD. */
  day: string
  operation: string
  requests: number
  /** Requests that failed. They are free unless a call to a language model has begun. */
  failed: number
  credits: number
}

export interface UsageQuery {
  /** ID of one key, or null for all keys. */
  keyId: string | null
  /** First and last day, inclusive, YYYY-MM-DD. */
  from: string
  to: string
}

/** The ledger in the database. Every method throws storage_unavailable. */
export interface LedgerStore {
  /**
   * Reserves credits atomically. Returns null if there are not enough, and `unsure` if the connection broke before the database answered.
   * `remaining` is null for an unlimited key.
   */
  reserve(hold: Hold): Promise<{ remaining: number | null } | 'unsure' | null>
  /** Closes a reservation and its claim. A free request drops the claim. Otherwise, the claim stores the charge and the response. */
  end(outcome: ReservationOutcome, response: Uint8Array | null): Promise<Settlement>
  /** Adds credits and returns the new balance, or null if the key is unlimited or doesn't exist. */
  grant(keyId: string, credits: number): Promise<number | null>
  usage(query: UsageQuery): Promise<UsageRow[]>
  beat(node: string): Promise<void>
  leave(node: string): Promise<void>
  /** Returns the heartbeat of every running process, and -1 for processes that are no longer listed but left something unfinished. */
  beats(): Promise<Map<string, number>>
  /** Releases the reservations of a dead process if its heartbeat is still `beat`. Returns the count. */
  sweep(node: string, beat: number): Promise<number>
  /**
   * Replaces a batch of the oldest credit movements, from before the last `days` UTC days, with one sum for each key, day, operation and
   * kind.
   * Resolves with the number of movements replaced: 0 if none are left, or if another process is already doing this.
   */
  rollUp(days: number): Promise<number>
}

/** The ledger for interfaces without keys. It reports the price and stores nothing. */
export const unlimitedLedger: Ledger = {
  async reserve() {
    const close = async (credits: number) => ({ charged: credits, remaining: null })
    return { settle: close, fail: close }
  },
}
