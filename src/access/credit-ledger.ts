/** Reserve → settle or release, over a database that may go away between the two. */

import { randomUUID } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import { type Ledger, type LedgerStore, type Outcome, unlimitedLedger } from './ledger.ts'
import type { Outcomes } from './outcomes.ts'

export interface CreditLedgerParts {
  store: LedgerStore
  /** Where outcomes wait that the database could not be told. */
  outcomes: Outcomes
  /** This process. */
  node: string
}

/** Begins with the time: what is made together lies together in the database. The clock decides nothing else. */
function createId(): string {
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
        outcomes.keep({ ...hold, isHeld: true, isUnsure: true, charged: null, claim: null })
        throw new ServiceError('storage_unavailable', 'The database does not answer', { retryAfterS: 5 })
      }
      if (!reserved) throw new ServiceError('insufficient_credits', `The key has fewer than ${credits} credits left`)
      const { remaining } = reserved

      async function end(charged: number | null, answer: Uint8Array | null) {
        const outcome: Outcome = { ...hold, isHeld: remaining !== null, charged, claim }
        try {
          return await store.end(outcome, answer)
        } catch (error) {
          if (!(error instanceof ServiceError) || error.type !== 'storage_unavailable') throw error
          outcomes.keep(outcome)
          const settled = charged ?? 0
          return { charged: settled, remaining: remaining === null ? null : remaining + credits - settled }
        }
      }

      return {
        settle: (charged, answer = null) => end(charged, answer),
        async release() {
          await end(null, null)
        },
      }
    },
  }
}
