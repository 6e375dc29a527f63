/** Credits: reserved before the work, settled or released after it. */

export interface Ledger {
  /** Sets `credits` aside. Throws insufficient_credits or storage_unavailable. `keyId` is null where there are no keys. */
  reserve(keyId: string | null, credits: number, requestId: string): Promise<Reservation>
}

/** Ends once, by one of the two. */
export interface Reservation {
  /** Charges `credits`, at most what was reserved; tells what the key has left, null when it is unlimited. */
  settle(credits: number): Promise<number | null>
  release(): Promise<void>
}

/** For unlimited keys and for doors without keys: the price is told, nothing is kept. */
export const unlimitedLedger: Ledger = {
  async reserve() {
    return {
      async settle() {
        return null
      },
      async release() {},
    }
  },
}
