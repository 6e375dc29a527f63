/** Which processes are dead, and what becomes of the reservations that they left. */

import { ServiceError } from '../errors.ts'
import { emit } from '../observe.ts'
import type { LedgerStore } from './ledger.ts'
import type { Outcomes } from './outcomes.ts'

export interface Sweeper {
  /** One round: this process beats, the others are looked at. Throws storage_unavailable. */
  round(): Promise<void>
  start(): void
  close(): Promise<void>
}

export interface SweeperParts {
  store: LedgerStore
  outcomes: Outcomes
  node: string
  /** Deletes what has grown too old. */
  prune(): Promise<void>
  /** How often this process beats and looks at the others. */
  everyMs?: number
  /** So many rounds without a beat, and a process is dead. */
  patience?: number
}

/**
 * Beats are counted and never timed: a clock that is set back or forward, a database that was away, or a machine
 * that slept makes no process look dead.
 */
export function createSweeper(parts: SweeperParts): Sweeper {
  const { store, outcomes, node, prune, everyMs = 10_000, patience = 4 } = parts
  const seen = new Map<string, { beat: number; rounds: number }>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isClosed = false

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
      if (rounds >= patience) await bury(name, beat)
    }
    await prune()
  }

  /** What the dead process knew of its outcomes counts before anything is released. */
  async function bury(name: string, beat: number): Promise<void> {
    await outcomes.adopt(name)
    const released = await store.sweep(name, beat)
    seen.delete(name)
    if (released > 0) emit('gleaner:lifecycle', { event: 'reservations_swept', detail: `${released} of ${name}` })
  }

  function plan(): void {
    if (isClosed) return
    timer = setTimeout(() => {
      running = round()
        .catch((error) => {
          const detail = error instanceof ServiceError ? error.type : String(error)
          emit('gleaner:lifecycle', { event: 'sweep_failed', detail })
        })
        .finally(plan)
    }, everyMs)
    timer.unref()
  }

  return {
    round,
    start: plan,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
