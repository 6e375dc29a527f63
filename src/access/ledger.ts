/** Credits as ports: what an operation needs of a ledger, and what a ledger needs of a database. */

/** Credits set aside before the work, settled or released after it. */
export interface Ledger {
  /** Throws insufficient_credits or storage_unavailable. Without a key nothing is kept. */
  reserve(charge: Charge): Promise<Reservation>
}

export interface Charge {
  /** Null where there are no keys: stdio, the command line, --no-auth. */
  keyId: string | null
  credits: number
  requestId: string
  operation: string
  /** The idempotency claim that ends with the reservation. */
  claim?: Claim | null
}

/**
 * Ends once, by one of the two. Neither throws for a database that has gone away: the work is done by then, so its
 * outcome is kept and told to the database later.
 */
export interface Reservation {
  /** Charges `credits`, at most what was reserved. `answer` is kept with the claim, in the same transaction. */
  settle(credits: number, answer?: Uint8Array | null): Promise<Settlement>
  /** Charges nothing. */
  release(): Promise<void>
}

export interface Settlement {
  /** What was charged. Less than asked for only where the process was taken for dead and its credits are spent. */
  charged: number
  /** What the key has left, null when it is unlimited. */
  remaining: number | null
}

/** A name that a caller gave a request, so that sending it twice does not pay twice. */
export interface Claim {
  keyId: string
  /** Hash of the caller's Idempotency-Key. */
  name: string
  /** Tells this claim from a later one of the same name. */
  token: string
}

/** A reservation as the database sees it. */
export interface Hold {
  id: string
  /** The process that works on it. */
  node: string
  keyId: string
  credits: number
  operation: string
  requestId: string
}

/** How a reservation ended. It may be told more than once and counts once. */
export interface Outcome extends Hold {
  /** False for an unlimited key: there was nothing to set aside. */
  isHeld: boolean
  /** Null: the request failed. */
  charged: number | null
  claim: Claim | null
  /** The connection broke over the reservation: the database may know it, or hear of it only now. */
  isUnsure?: boolean
}

/** What one key did on one day with one operation. */
export interface UsageRow {
  keyId: string
  /** UTC, YYYY-MM-DD. */
  day: string
  operation: string
  /** Requests that gave a result. */
  requests: number
  /** Requests that failed, free of charge. */
  failed: number
  credits: number
}

export interface UsageQuery {
  /** One key, or all of them. */
  keyId: string | null
  /** First and last day, inclusive. */
  from: string
  to: string
}

/** The book itself. Every method throws storage_unavailable. */
export interface LedgerStore {
  /**
   * Sets credits aside in one step. Null when there are not enough; `unsure` when the connection broke before the
   * answer. `remaining` is null for an unlimited key.
   */
  reserve(hold: Hold): Promise<{ remaining: number | null } | 'unsure' | null>
  end(outcome: Outcome, answer: Uint8Array | null): Promise<Settlement>
  /** Adds credits to a key; its new balance, or null when it has none (unlimited, or no such key). */
  grant(keyId: string, credits: number): Promise<number | null>
  usage(query: UsageQuery): Promise<UsageRow[]>
  /** Says that the process lives. */
  beat(node: string): Promise<void>
  /** Takes the process off the list of those that live. */
  leave(node: string): Promise<void>
  /** Last beat of every process that lives or left something unfinished; -1 for one that is not on the list. */
  beats(): Promise<Map<string, number>>
  /** Releases what a dead process left, when its last beat is still `beat`. Tells how many reservations. */
  sweep(node: string, beat: number): Promise<number>
}

/** For doors without keys: the price is told, nothing is kept. */
export const unlimitedLedger: Ledger = {
  async reserve() {
    return {
      async settle(credits) {
        return { charged: credits, remaining: null }
      },
      async release() {},
    }
  },
}
