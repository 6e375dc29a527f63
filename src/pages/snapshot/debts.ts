/** Who pays for a load that several requests use: one of those that succeed, the one that came first where it does. */

import { LRUCache } from 'lru-cache'
import { orAborted } from '../../base/deadline.ts'

/** The part of one request in paying for a load. One of both methods is called when the request has read the page; `giveUp` also later. */
export interface Stake {
  /**
   * It has succeeded. Resolves with whether it pays: waits until the one before it has paid or failed, but not beyond the time of
   * the signal.
   */
  settle(signal: AbortSignal): Promise<boolean>
  /** It has failed, and pays nothing, whatever `settle` has said: the next one pays. */
  giveUp(): void
}

/** Loads that nobody has paid yet, by their mark. */
export interface Debts {
  begin(mark: string): void
  isOpen(mark: string): boolean
  /** Takes the debt, where nobody else holds it. */
  join(mark: string): Stake
}

interface Debt {
  /** Resolves when its holder has paid or failed; null where nobody holds it. */
  held: PromiseWithResolvers<void> | null
}

/** The debts of loads whose requests have all failed go in the end: as many as pages are kept. */
const maxDebts = 2000

export function createDebts(): Debts {
  const debts = new LRUCache<string, Debt>({ max: maxDebts })

  return {
    begin: (mark) => void debts.set(mark, { held: null }),
    isOpen: (mark) => debts.has(mark),
    join(mark) {
      const debt = debts.get(mark)
      const held = debt && !debt.held ? Promise.withResolvers<void>() : null
      if (debt && held) debt.held = held
      const isPaid = () => debts.get(mark) !== debt
      let pays = false

      function pay(): boolean {
        if (!debt || isPaid()) return false
        debts.delete(mark)
        debt.held?.resolve()
        pays = true
        return true
      }

      return {
        async settle(signal) {
          while (debt?.held && debt.held !== held && !isPaid() && !signal.aborted) {
            await orAborted(signal, debt.held.promise).catch(() => {})
          }
          return pay()
        },
        giveUp() {
          if (pays) debts.set(mark, { held: null })
          pays = false
          if (!debt || !held || debt.held !== held) return
          debt.held = null
          held.resolve()
        },
      }
    },
  }
}
