/** How long a small document may hold a reader of the small ones: what takes longer goes on among the large ones, or begins again there. */

import type { Release, Semaphore } from '../base/semaphore.ts'

interface PlaceOptions {
  small: Semaphore
  large: Semaphore
  keyId: string | null
  /** Gives back the permit of the small ones that the task holds. */
  release: Release
  /** Ends the task, whose place others get. */
  onLost(): void
}

/** The place of one task among the small ones, or, once it has taken long, among the large ones. */
interface Place {
  /** The reading begins: its time counts from now on. */
  begin(): void
  /** Whether the task lost its place to others: it has to begin again among the large ones. */
  isLost(): boolean
  /** Waits for a turn among the large ones, where the task waits already if it has taken long. */
  takeTurn(signal: AbortSignal): Promise<Release>
  /** Gives the place back. */
  leave(): void
  /** Ends the wait for another place. */
  end(): void
}

/** From then on a task waits for a place among the large ones, and keeps its own until it has one. */
const patienceMs = 200
/** So much later others may have its own. */
const graceMs = 200
/** How often it is seen then whether others wait for it. */
const lookMs = 50

export function holdPlace({ small, large, keyId, release, onLost }: PlaceOptions): Place {
  let held = release
  let waiting: AbortController | null = null
  let turn: Promise<Release> | null = null
  let isLost = false
  let hasEnded = false
  let timer: NodeJS.Timeout | undefined

  function queue(): void {
    waiting = new AbortController()
    turn = large.acquire(waiting.signal, keyId)
    turn.then(move, () => {})
    timer = setTimeout(look, graceMs)
  }

  /** The task goes on where it runs, in the place of a large one. */
  function move(releaseLarge: Release): void {
    if (isLost) return
    if (hasEnded) {
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
    onLost()
  }

  return {
    begin() {
      timer = setTimeout(queue, patienceMs)
    },
    isLost: () => isLost,
    async takeTurn(signal) {
      const onAbort = () => waiting?.abort(signal.reason)
      signal.addEventListener('abort', onAbort)
      try {
        return await (turn ?? large.acquire(signal, keyId))
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
    leave: () => held(),
    end() {
      hasEnded = true
      clearTimeout(timer)
      waiting?.abort()
    },
  }
}
