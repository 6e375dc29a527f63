/** The ports of the ledger: what an operation needs to charge credits, and what the ledger needs of a database. */

/** Reserves credits before the work; the reservation is settled or released after it. */
export interface Ledger {
  /** Throws insufficient_credits or storage_unavailable. Without a key nothing is stored. */
  reserve(charge: LedgerCharge): Promise<Reservation>
}

interface LedgerCharge {
  /** Null where there are no keys: stdio, the command line, --no-auth. */
  keyId: string | null
  credits: number
  requestId: string
  operation: string
  /** The idempotency claim that ends with the reservation. */
  claim?: Claim | null
}

/**
 * Ends once, by one of the two methods. Neither throws storage_unavailable: the work is done by then, so the outcome is journaled
 * and written to the database later.
 */
export interface Reservation {
  /**
   * Charges `credits`, at most what was reserved. `response` is stored with the claim in the same transaction; a request that costs
   * nothing drops its claim.
   */
  settle(credits: number, response?: Uint8Array | null): Promise<Settlement>
  /** Charges a request that failed: nothing, or what its work owes all the same. */
  fail(credits: number): Promise<Settlement>
}

export interface Settlement {
  /** Credits that were charged: fewer than asked for only when the process was taken for dead and the credits were spent since. */
  charged: number
  /** Credits that the key has left; null when it is unlimited. */
  remaining: number | null
}

/** The name that a client gave a request, entered in the database for as long as its response is stored. */
export interface Claim {
  keyId: string
  /** HMAC of the client's Idempotency-Key. */
  name: string
  /** Distinguishes this claim from a later one of the same name. */
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

/** How a reservation ended. It may be written more than once and counts once. */
export interface ReservationOutcome extends Hold {
  /** False for an unlimited key: nothing was reserved. */
  isHeld: boolean
  /** Null: nothing, as the request failed. */
  charged: number | null
  /** The request failed, and is charged all the same. */
  isFailed?: boolean
  claim: Claim | null
  /** The connection broke while the reservation was made: the database may have it, or may still receive it. */
  isUnsure?: boolean
}

/** Requests of one key on one day with one operation. */
export interface UsageRow {
  keyId: string
  /** UTC, YYYY-MM-DD. */
  day: string
  operation: string
  /** Requests that returned a result. */
  requests: number
  /** Requests that failed: free of charge but where a call of the language model had begun. */
  failed: number
  credits: number
}

export interface UsageQuery {
  /** One key; null for all of them. */
  keyId: string | null
  /** First and last day, both included, YYYY-MM-DD. */
  from: string
  to: string
}

/** The ledger in the database. Every method throws storage_unavailable. */
export interface LedgerStore {
  /**
   * Reserves credits in one step. Null when there are not enough; `unsure` when the connection broke before the database
   * answered. `remaining` is null for an unlimited key.
   */
  reserve(hold: Hold): Promise<{ remaining: number | null } | 'unsure' | null>
  /** Ends a reservation, and its claim with it: what cost nothing drops it, anything else keeps the charge and the response. */
  end(outcome: ReservationOutcome, response: Uint8Array | null): Promise<Settlement>
  /** Adds credits and returns the new balance; null when the key has none (it is unlimited, or does not exist). */
  grant(keyId: string, credits: number): Promise<number | null>
  usage(query: UsageQuery): Promise<UsageRow[]>
  /** Increments the heartbeat of a process. */
  beat(node: string): Promise<void>
  /** Removes a process that ends from the list of running ones. */
  leave(node: string): Promise<void>
  /** Heartbeat of every process that runs or left something unfinished; -1 for one that is not on the list. */
  beats(): Promise<Map<string, number>>
  /** Releases the reservations of a dead process, if its heartbeat is still `beat`. Returns their number. */
  sweep(node: string, beat: number): Promise<number>
}

/** For interfaces without keys: the price is reported and nothing is stored. */
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
