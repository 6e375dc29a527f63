/** Journals reservation outcomes that couldn't be written to the database, and retries the writes. */

import { emit } from '../base/events.ts'
import type { LedgerStore, ReservationOutcome } from './ledger.ts'
import { isStorageUnavailable } from './storage-unavailable.ts'

/** Files of outcomes, one per process. Every method may throw file system errors. */
export interface OutcomeJournal {
  append(outcome: ReservationOutcome): void
  remove(node: string): void
  read(node: string): ReservationOutcome[]
  nodes(): string[]
}

export interface OutcomeQueue {
  /** Never throws. An outcome that can't be journaled stays in memory. */
  add(outcome: ReservationOutcome): void
  /** Writes the waiting outcomes to the database. Returns false if it still doesn't answer. */
  drain(): Promise<boolean>
  /** Writes to the database the outcomes that a dead process left on this machine. Throws storage_unavailable. */
  adopt(node: string): Promise<void>
  orphans(): string[]
  size(): number
  /** Tries to write once more, then stops. Journaled outcomes wait for the next start. */
  close(): Promise<void>
}

interface OutcomeQueueParts {
  store: Pick<LedgerStore, 'end'>
  journal: OutcomeJournal
  /** This process's id. */
  node: string
  retryMs?: number
}

export function createOutcomeQueue({ store, journal, node, retryMs = 1000 }: OutcomeQueueParts): OutcomeQueue {
  const waiting = new Map<string, ReservationOutcome>()
  let timer: NodeJS.Timeout | undefined
  let draining: Promise<boolean> | undefined
  let isClosed = false

  function planRetry(): void {
    if (isClosed || timer !== undefined) return
    timer = setTimeout(async () => {
      timer = undefined
      if (!(await drain())) planRetry()
    }, retryMs)
    timer.unref()
  }

  async function writeAll(): Promise<boolean> {
    for (const [id, outcome] of waiting) {
      try {
        await store.end(outcome, null)
      } catch (error) {
        if (isStorageUnavailable(error)) return false
        // The database will never accept this outcome, so report it and continue with the others.
        emit('gleaner:fault', { requestId: outcome.requestId, error })
      }
      waiting.delete(id)
    }
    reportFailure('outcome_not_forgotten', () => journal.remove(node))
    emit('gleaner:lifecycle', { event: 'outcomes_settled' })
    return true
  }

  function drain(): Promise<boolean> {
    if (waiting.size === 0) return Promise.resolve(true)
    draining ??= writeAll().finally(() => {
      draining = undefined
    })
    return draining
  }

  return {
    add(outcome) {
      waiting.set(outcome.id, outcome)
      reportFailure('outcome_not_on_disk', () => journal.append(outcome))
      emit('gleaner:lifecycle', { event: 'outcome_kept', detail: outcome.requestId })
      planRetry()
    },
    drain,
    async adopt(dead) {
      for (const outcome of journal.read(dead)) await store.end(outcome, null)
      journal.remove(dead)
    },
    orphans: () => journal.nodes().filter((name) => name !== node),
    size: () => waiting.size,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await drain()
    },
  }
}

/** Reports a full disk instead of throwing, because the outcome is also in memory. */
function reportFailure(event: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    emit('gleaner:lifecycle', { event, detail: (error as NodeJS.ErrnoException).code ?? '' })
  }
}
