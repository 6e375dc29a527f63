/** The ledger, kept in a database. Settles or releases each reservation, even if the database becomes unavailable in the meantime. */

import { randomUUID } from 'node:crypto'
import { ServiceError } from '../base/errors.ts'
import { type Ledger, type LedgerStore, type ReservationOutcome, type Settlement, unlimitedLedger } from './ledger.ts'
import type { OutcomeQueue } from './outcome-queue.ts'
import { isStorageUnavailable, storageUnavailable } from './storage-unavailable.ts'

interface CreditLedgerParts {
  store: LedgerStore
  /** Keeps outcomes that couldn't be written to the database. */
  outcomes: OutcomeQueue
  /** This process's id. */
  node: string
}

/** IDs start with the time, so that rows from the same time are adjacent in the database's index, and old ones are found first. */
export function createId(): string {
  return `${Date.now().toString(36)}-${randomUUID()}`
}

export function createCreditLedger({ store, outcomes, node }: CreditLedgerParts): Ledger {
  return {
    async reserve(charge) {
      const { keyId, credits, requestId, operation, claim = null } = charge
      if (keyId === null) return unlimitedLedger.reserve(charge)
      const hold = { id: createId(), node, keyId, credits, operation, requestId }
      const reserved = await store.reserve(hold)
      if (reserved === 'unsure') {
        outcomes.add({ ...hold, isHeld: true, isUnsure: true, charged: null, claim: null })
        throw storageUnavailable()
      }
      if (!reserved)
        throw new ServiceError('insufficient_credits', `The key has too few credits left: the price is ${credits}`)
      const { remaining } = reserved

      async function end(
        ended: Pick<ReservationOutcome, 'charged' | 'isFailed'>,
        response: Uint8Array | null = null,
      ): Promise<Settlement> {
        const outcome: ReservationOutcome = { ...hold, isHeld: remaining !== null, ...ended, claim }
        try {
          return await store.end(outcome, response)
        } catch (error) {
          if (!isStorageUnavailable(error)) throw error
          outcomes.add(outcome)
          const settled = ended.charged ?? 0
          return { charged: settled, remaining: remaining === null ? null : remaining + credits - settled }
        }
      }

      return {
        settle: (charged, response) => end({ charged }, response),
        fail: (due) => end(due > 0 ? { charged: due, isFailed: true } : { charged: null }),
      }
    },
  }
}
