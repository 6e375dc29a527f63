/** The ledger's ports: the one operations use to charge credits, and the one the ledger uses to reach a database. */

/** Reserves credits before the work. The reservation is settled or released afterwards. */
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
 * Closed once, by one of the two methods. Neither throws storage_unavailable: the work is done by then, so the outcome is journaled
 * and written to the database later.
 */
export interface Reservation {
  /**
   * Charges `credits`, at most the reserved number. Stores `response` with the claim in the same transaction. A request that costs
   * nothing drops its claim.
   */
  settle(credits: number, response?: Uint8Array | null): Promise<Settlement>
  /** Charges a failed request: nothing, or the cost that its work has already incurred. */
  fail(credits: number): Promise<Settlement>
}

export interface Settlement {
  /** Credits that were charged: fewer than requested only if the process was considered dead and the credits have been spent since. */
  charged: number
  /** Credits that the key has left; null if it is unlimited. */
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

/** A reservation in the database. */
export interface Hold {
  id: string
  /** The process that does the work. */
  node: string
  keyId: string
  credits: number
  operation: string
  requestId: string
}

/** The outcome of a reservation. It may be written more than once and counts once. */
export interface ReservationOutcome extends Hold {
  /** False for an unlimited key: nothing was reserved. */
  isHeld: boolean
  /** Null if the request failed and is not charged. */
  charged: number | null
  /** True if the request failed and is charged anyway. */
  isFailed?: boolean
  claim: Claim | null
  /** True if the connection broke during the reservation: the database may have it, or may still receive it. */
  isUnsure?: boolean
}

/** One key's requests on one day with one operation. */
export interface UsageRow {
  keyId: string
  /** UTC, YYYY-MM-DD. */
  day: string
  operation: string
  /** Requests that returned a result. */
  requests: number
  /** Requests that failed: free of charge unless a call to the language model had begun. */
  failed: number
  credits: number
}

export interface UsageQuery {
  /** One key; null for all keys. */
  keyId: string | null
  /** First and last day, both included, YYYY-MM-DD. */
  from: string
  to: string
}

/** The ledger in the database. Every method throws storage_unavailable. */
export interface LedgerStore {
  /**
   * Reserves credits in one step. Returns null if there are not enough, and `unsure` if the connection broke before the database
   * answered. `remaining` is null for an unlimited key.
   */
  reserve(hold: Hold): Promise<{ remaining: number | null } | 'unsure' | null>
  /** Closes a reservation and its claim. A free request drops the claim; otherwise the claim keeps the charge and the response. */
  end(outcome: ReservationOutcome, response: Uint8Array | null): Promise<Settlement>
  /** Adds credits and returns the new balance; null if the key has no balance (it is unlimited, or doesn't exist). */
  grant(keyId: string, credits: number): Promise<number | null>
  usage(query: UsageQuery): Promise<UsageRow[]>
  /** Increments the heartbeat of a process. */
  beat(node: string): Promise<void>
  /** Removes a process that is stopping from the list of running ones. */
  leave(node: string): Promise<void>
  /** Returns the heartbeat of every process that is running or left something unfinished; -1 for one that isn't on the list. */
  beats(): Promise<Map<string, number>>
  /** Releases a dead process's reservations if its heartbeat is still `beat`. Returns their number. */
  sweep(node: string, beat: number): Promise<number>
}

/** For interfaces without keys: reports the price and stores nothing. */
export const unlimitedLedger: Ledger = {
  async reserve() {
    return {
      async settle(credits) {
        return { charged: credits, remaining: null }
      },
      async fail(credits) {
        return { charged: credits, remaining: null }
      },
    }
  },
}
