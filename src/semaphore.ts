/** Semaphores: how many callers may work at once, each waiting under its own signal until a permit is free. */

export interface Semaphore {
  /** Permits that are held. */
  readonly active: number
  /** Callers that wait for a permit; 0 unless all permits are held. */
  readonly waiting: number
  /**
   * Waits for a permit and resolves with the function that gives it back; calling that again does nothing.
   * Permits are granted in the order of the calls. Throws `signal.reason` once the signal aborts, and the reason of `close`.
   */
  acquire(signal: AbortSignal): Promise<Release>
  /** Rejects all waiting callers and every later one with `reason`. Permits that are held stay valid. */
  close(reason: Error): void
}

export interface KeyedSemaphore {
  /** As `Semaphore.acquire`, with the given number of permits for each key. */
  acquire(key: string, signal: AbortSignal): Promise<Release>
}

export type Release = () => void

interface Waiter {
  grant(): void
  refuse(reason: Error): void
}

export function createSemaphore(permits: number): Semaphore {
  // A Set keeps the order of insertion and deletes in constant time, however long the queue.
  const waiters = new Set<Waiter>()
  let active = 0
  let closedFor: Error | null = null

  function createRelease(): Release {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const [next] = waiters
      // The permit passes to the next caller: `active` stays as it is.
      if (next) next.grant()
      else active--
    }
  }

  function wait(signal: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiters.delete(waiter)
        signal.removeEventListener('abort', onAbort)
      }
      const onAbort = () => waiter.refuse(signal.reason)
      const waiter: Waiter = {
        grant() {
          leave()
          resolve(createRelease())
        },
        refuse(reason) {
          leave()
          reject(reason)
        },
      }
      waiters.add(waiter)
      signal.addEventListener('abort', onAbort)
    })
  }

  return {
    get active() {
      return active
    },
    get waiting() {
      return waiters.size
    },
    async acquire(signal) {
      signal.throwIfAborted()
      if (closedFor) throw closedFor
      if (active >= permits) return wait(signal)
      active++
      return createRelease()
    },
    close(reason) {
      closedFor ??= reason
      for (const waiter of [...waiters]) waiter.refuse(reason)
    },
  }
}

/** A semaphore of `permits` for every key. Keys that nobody uses take no memory. */
export function createKeyedSemaphore(permits: number): KeyedSemaphore {
  const semaphores = new Map<string, Semaphore>()
  return {
    async acquire(key, signal) {
      signal.throwIfAborted()
      const semaphore = semaphores.get(key) ?? createSemaphore(permits)
      semaphores.set(key, semaphore)
      const release = await semaphore.acquire(signal)
      return () => {
        release()
        if (semaphore.active === 0 && semaphores.get(key) === semaphore) semaphores.delete(key)
      }
    },
  }
}
