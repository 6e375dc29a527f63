/** Outcomes that the database could not be told: kept on disk, or in memory where the disk is full, and told later. */

import { ServiceError } from '../errors.ts'
import { emit } from '../observe.ts'
import type { LedgerStore, Outcome } from './ledger.ts'

/** Files of outcomes, one for each process. Every method may throw what the file system throws. */
export interface OutcomeJournal {
  append(outcome: Outcome): void
  /** Forgets the outcomes of one process. */
  remove(node: string): void
  read(node: string): Outcome[]
  /** Processes that left outcomes. */
  nodes(): string[]
}

export interface Outcomes {
  /** Never throws: where the disk refuses, memory keeps. */
  keep(outcome: Outcome): void
  /** Tells the database what is kept; false when it still does not answer. */
  drain(): Promise<boolean>
  /** Tells the database what a dead process had kept on this machine. Throws storage_unavailable. */
  adopt(node: string): Promise<void>
  /** Processes that left outcomes on this machine. */
  orphans(): string[]
  /** How many wait. */
  size(): number
  /** Tries once more, then stops; what is on disk waits for the next start. */
  close(): Promise<void>
}

export interface OutcomesParts {
  store: Pick<LedgerStore, 'end'>
  journal: OutcomeJournal
  node: string
  retryMs?: number
}

export function createOutcomes({ store, journal, node, retryMs = 1000 }: OutcomesParts): Outcomes {
  const waiting = new Map<string, Outcome>()
  let timer: NodeJS.Timeout | undefined
  let draining: Promise<boolean> | undefined
  let isClosed = false

  function plan(): void {
    if (isClosed || timer !== undefined) return
    timer = setTimeout(async () => {
      timer = undefined
      if (!(await drain())) plan()
    }, retryMs)
    timer.unref()
  }

  async function tellAll(): Promise<boolean> {
    for (const [id, outcome] of waiting) {
      try {
        await store.end(outcome, null)
      } catch (error) {
        if (error instanceof ServiceError && error.type === 'storage_unavailable') return false
        // The database refuses this one for good: it must not hold up the others, and somebody must know.
        emit('gleaner:fault', { requestId: outcome.requestId, error })
      }
      waiting.delete(id)
    }
    attempt('forgotten', () => journal.remove(node))
    emit('gleaner:lifecycle', { event: 'outcomes_settled' })
    return true
  }

  function drain(): Promise<boolean> {
    if (waiting.size === 0) return Promise.resolve(true)
    draining ??= tellAll().finally(() => {
      draining = undefined
    })
    return draining
  }

  /** A full disk is told, not thrown: what is kept is in memory as well. */
  function attempt(what: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      emit('gleaner:lifecycle', { event: `outcome_not_${what}`, detail: (error as NodeJS.ErrnoException).code ?? '' })
    }
  }

  return {
    keep(outcome) {
      waiting.set(outcome.id, outcome)
      attempt('on_disk', () => journal.append(outcome))
      emit('gleaner:lifecycle', { event: 'outcome_kept', detail: outcome.requestId })
      plan()
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
