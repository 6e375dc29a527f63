/** Limits how long a small document may hold a small reader. A slow task continues as a large one, or starts again there. */

import type { Release, Semaphore } from '../base/semaphore.ts'

interface PlaceOptions {
  small: Semaphore
  large: Semaphore
  keyId: string | null
  /** Gives back the task's permit for the small lane. */
  release: Release
  /** Stops the task, whose permit goes to others. */
  onLost(): void
}

/** The permit of one task: for the small lane, or for the large lane once it has run for long. */
interface Place {
  /** Starts timing the read. */
  begin(): void
  /** True if the task lost its permit to others and has to start again in the large lane. */
  isLost(): boolean
  /** Waits for a turn in the large lane. A task that has run for long is already in that queue. */
  takeTurn(signal: AbortSignal): Promise<Release>
  /** Gives the permit back. */
  leave(): void
  /** Stops waiting for a permit of the large lane. */
  end(): void
}

/** After this time a task queues for the large lane, and keeps its own permit until it gets one. */
const patienceMs = 200
/** After this much longer, its permit may go to others. */
const graceMs = 200
/** Interval at which it then checks for tasks that need its permit. */
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

  /** The task continues in its reader, with a permit of the large lane. */
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
