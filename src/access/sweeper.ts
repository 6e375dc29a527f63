/** The sweeper, which detects dead processes and releases their open reservations. */

import { ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'
import type { LedgerStore } from './ledger.ts'
import type { OutcomeQueue } from './outcome-queue.ts'

interface SweeperParts {
  store: LedgerStore
  outcomes: OutcomeQueue
  node: string
  prune(): Promise<void>
  everyMs?: number
  /** Number of rounds without a heartbeat after which a process counts as dead. */
  patience?: number
}

/** Maximum time that a sweep spends on rolling up: a twentieth of the time between sweeps, because SQLite writes nothing else meanwhile. */
const maxRollUpMs = 500

/** Returns a function that rolls up movements older than this many days, in small batches. 0 means never. */
export function createRollUp(store: Pick<LedgerStore, 'rollUp'>, days: number): () => Promise<void> {
  return async () => {
    if (days === 0) return
    let total = 0
    const until = performance.now() + maxRollUpMs
    for (let moved = 1; moved > 0 && performance.now() < until; total += moved) moved = await store.rollUp(days)
    if (total > 0) emit('gleaner:lifecycle', { event: 'ledger_rolled_up', detail: `${total} movements` })
  }
}

/**
 * Counts heartbeats instead of timing them, so a process doesn't look dead after a clock change, a database outage or system sleep.
 */
export function createSweeper(parts: SweeperParts) {
  const { store, outcomes, node, prune, everyMs = 10_000, patience = 4 } = parts
  const seen = new Map<string, { beat: number; rounds: number }>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isClosed = false

  /** Writes this process's heartbeat once and checks the heartbeats of other processes. Throws storage_unavailable. */
  async function round(): Promise<void> {
    await store.beat(node)
    const beats = await store.beats()
    beats.delete(node)
    for (const orphan of outcomes.orphans()) if (!beats.has(orphan)) beats.set(orphan, -1)
    for (const name of seen.keys()) if (!beats.has(name)) seen.delete(name)
    for (const [name, beat] of beats) {
      const last = seen.get(name)
      const rounds = last?.beat === beat ? last.rounds + 1 : 0
      seen.set(name, { beat, rounds })
      if (rounds >= patience) await sweep(name, beat)
    }
    await prune()
  }

  /** Writes the outcomes that the dead process journaled, and then releases its open reservations. */
  async function sweep(name: string, beat: number): Promise<void> {
    await outcomes.adopt(name)
    const released = await store.sweep(name, beat)
    seen.delete(name)
    if (released > 0) emit('gleaner:sweep', { node: name, released })
  }

  function planRound(): void {
    if (isClosed) return
    timer = setTimeout(() => {
      running = round()
        .catch((error) => {
          const detail = error instanceof ServiceError ? error.type : String(error)
          emit('gleaner:lifecycle', { event: 'sweep_failed', detail })
        })
        .finally(planRound)
    }, everyMs)
    timer.unref()
  }

  return {
    round,
    start: planRound,
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
