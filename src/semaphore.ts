/** Semaphores: how many callers work at once, each waiting under its own signal until a permit is free, with fair turns by API key. */

export interface SemaphoreOptions {
  /** Permits that one API key may hold; all of them by default. Callers without a key may always hold all. */
  perKey?: number
  /** Permits beyond the others, for keys other than the one that holds all of those; 0 by default. */
  reserve?: number
  /** Bound of the queue; none by default. Beyond it the key with the most waiting callers is refused one, with `refusal()`. */
  queue?: { maxWaiting: number; refusal: () => Error }
}

export interface Semaphore {
  /** Permits that are held. */
  readonly active: number
  /** Callers that wait for a permit. */
  readonly waiting: number
  /**
   * Waits for a permit and resolves with the function that gives it back; calling that again does nothing.
   * A free permit is granted to the key that holds the fewest, keys that hold equally many take turns, and the callers of one
   * key are granted theirs in the order of the calls. Callers without a key (null) are in order among themselves likewise.
   * Throws `signal.reason` once the signal aborts, the reason of `close`, and the refusal of a full queue.
   */
  acquire(signal: AbortSignal, keyId?: string | null): Promise<Release>
  /** Rejects all waiting callers and every later one with `reason`. Permits that are held stay valid. */
  close(reason: Error): void
}

export interface KeyedSemaphore {
  /** As `Semaphore.acquire`, with permits of its own for each `subject`. */
  acquire(subject: string, signal: AbortSignal, keyId?: string | null): Promise<Release>
}

export type Release = () => void

interface Waiter {
  grant(): void
  refuse(reason: Error): void
}

/** Callers with one API key, or without one. */
interface Group {
  keyId: string | null
  held: number
  // A Set keeps the order of insertion and deletes in constant time, however long the queue.
  waiters: Set<Waiter>
}

export function createSemaphore(
  permits: number,
  { perKey = permits, reserve = 0, queue }: SemaphoreOptions = {},
): Semaphore {
  /** By key; one that was granted a permit, or gave one back, goes to the end: it had its turn. */
  const groups = new Map<string | null, Group>()
  let active = 0
  let waiting = 0
  let closedFor: Error | null = null

  function enter(keyId: string | null): Group {
    const group = groups.get(keyId) ?? { keyId, held: 0, waiters: new Set() }
    groups.set(keyId, group)
    return group
  }

  function leave(group: Group): void {
    if (group.held === 0 && group.waiters.size === 0) groups.delete(group.keyId)
  }

  function mayHoldMore({ keyId, held }: Group): boolean {
    return active < permits + reserve && held < (keyId === null ? permits : perKey)
  }

  function change(group: Group, permitsHeld: 1 | -1): void {
    active += permitsHeld
    group.held += permitsHeld
    groups.delete(group.keyId)
    groups.set(group.keyId, group)
  }

  function hold(group: Group): Release {
    change(group, 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      change(group, -1)
      grantNext()
      leave(group)
    }
  }

  function grantNext(): void {
    let next: Group | null = null
    for (const group of groups.values()) {
      if (group.waiters.size > 0 && mayHoldMore(group) && (next === null || group.held < next.held)) next = group
    }
    const [waiter] = next?.waiters ?? []
    waiter?.grant()
  }

  /** The queue is full: the last caller of the key with the most of them makes room, unless that is the key that asks. */
  function makeRoom(group: Group, refusal: () => Error): void {
    let largest = group
    for (const other of groups.values()) if (other.waiters.size > largest.waiters.size) largest = other
    if (largest === group) {
      leave(group)
      throw refusal()
    }
    ;[...largest.waiters].at(-1)?.refuse(refusal())
  }

  function wait(group: Group, signal: AbortSignal): Promise<Release> {
    if (queue && waiting >= queue.maxWaiting) makeRoom(group, queue.refusal)
    return new Promise((resolve, reject) => {
      const end = () => {
        waiting--
        group.waiters.delete(waiter)
        signal.removeEventListener('abort', onAbort)
      }
      const onAbort = () => waiter.refuse(signal.reason)
      const waiter: Waiter = {
        grant() {
          end()
          resolve(hold(group))
        },
        refuse(reason) {
          end()
          leave(group)
          reject(reason)
        },
      }
      waiting++
      group.waiters.add(waiter)
      signal.addEventListener('abort', onAbort)
    })
  }

  return {
    get active() {
      return active
    },
    get waiting() {
      return waiting
    },
    async acquire(signal, keyId = null) {
      signal.throwIfAborted()
      if (closedFor) throw closedFor
      const group = enter(keyId)
      return mayHoldMore(group) ? hold(group) : wait(group, signal)
    },
    close(reason) {
      closedFor ??= reason
      for (const { waiters } of [...groups.values()]) for (const waiter of [...waiters]) waiter.refuse(reason)
    },
  }
}

/** A semaphore of `permits` for every subject. Subjects that nobody uses take no memory. */
export function createKeyedSemaphore(permits: number, options: SemaphoreOptions = {}): KeyedSemaphore {
  const semaphores = new Map<string, Semaphore>()
  return {
    async acquire(subject, signal, keyId = null) {
      signal.throwIfAborted()
      const semaphore = semaphores.get(subject) ?? createSemaphore(permits, options)
      semaphores.set(subject, semaphore)
      const release = await semaphore.acquire(signal, keyId)
      return () => {
        release()
        if (semaphore.active === 0 && semaphores.get(subject) === semaphore) semaphores.delete(subject)
      }
    },
  }
}
