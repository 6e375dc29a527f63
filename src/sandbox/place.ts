/** How long a small document may hold a reader of the small ones: what takes longer goes on among the large ones, or begins again there. */

import type { Release, Semaphore } from '../semaphore.ts'

export interface Turns {
  small: Semaphore
  large: Semaphore
}

/** The place of one task among the small ones, or, once it has taken long, among the large ones. */
export interface Place {
  /** Aborts when the caller's signal does, and when others wait for the place of a task that has taken long. */
  signal: AbortSignal
  /** Whether the task lost its place to others: it has to begin again among the large ones. */
  isLost(): boolean
  /** Waits for a turn among the large ones, where the task waits already if it has taken long. */
  takeTurn(): Promise<Release>
  /** Gives the place back. */
  leave(): void
  /** Ends the wait for another place. */
  end(): void
}

/** From then on a task waits for a place among the large ones, and keeps its own until it has one. */
const patienceMs = 200
/** How often it is seen then whether others wait for its own. */
const lookMs = 50

/** `release` gives back the permit of the small ones that the task holds. */
export function holdPlace({ small, large }: Turns, release: Release, signal: AbortSignal, keyId: string | null): Place {
  const own = new AbortController()
  const waiting = new AbortController()
  let held = release
  let turn: Promise<Release> | null = null
  let isLost = false
  let timer = setTimeout(queue, patienceMs)
  const onAbort = () => {
    own.abort(signal.reason)
    waiting.abort(signal.reason)
  }
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort)

  function queue(): void {
    turn = large.acquire(waiting.signal, keyId)
    turn.then(move, () => {})
    timer = setTimeout(look, lookMs)
  }

  /** The task goes on where it runs, in the place of a large one. */
  function move(releaseLarge: Release): void {
    if (isLost) return
    if (waiting.signal.aborted) {
      releaseLarge()
      return
    }
    clearTimeout(timer)
    turn = null
    held()
    held = releaseLarge
  }

  function look(): void {
    if (small.waiting === 0) {
      timer = setTimeout(look, lookMs)
      return
    }
    isLost = true
    own.abort(new Error('Others wait for the place of a document that takes long'))
  }

  return {
    signal: own.signal,
    isLost: () => isLost,
    takeTurn: () => turn ?? large.acquire(signal, keyId),
    leave: () => held(),
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      waiting.abort()
    },
  }
}
