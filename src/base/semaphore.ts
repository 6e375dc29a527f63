/** Semaphores: how many callers work at once, each waiting under its own signal until a permit is free, with fair time by API key. */

interface SemaphoreOptions {
  /** Permits that one API key may hold; all of them by default. Callers without a key may always hold all. */
  perKey?: number
  /** Permits beyond the others, for keys that ask for little beside those that hold the others; 0 by default. */
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
   * A free permit is granted to the key that held the fewest in the last seconds, on average: it is time that is shared, not turns,
   * which one key may make long. Keys that held equally many take turns, and the callers of one key are granted theirs in the order
   * of the calls. Callers without a key (null) are in order among themselves likewise.
   * Throws `signal.reason` once the signal aborts, the reason of `close`, and the refusal of a full queue.
   */
  acquire(signal: AbortSignal, keyId?: string | null): Promise<Release>
  /** Rejects all waiting callers and every later one with `reason`. Permits that are held stay valid. */
  close(reason: Error): void
  /** From now on so many callers work at once. Permits that are held stay valid. */
  resize(permits: number): void
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
  /** Permits that the key held in the last seconds, on average, at the time `at`. @see meanHeld */
  mean: number
  at: number
  // A Set keeps the order of insertion and deletes in constant time, however long the queue.
  waiters: Set<Waiter>
}

/** A permit held so long ago counts e times less than one held now. */
const memoryMs = 3000
/** A key that held fewer is as good as a new one, and forgotten. */
const minMean = 1e-4
/** How often a free permit of the reserve is offered again. */
const lookMs = 100

/** The exponentially weighted moving average of the permits that the key holds. */
function meanHeld({ held, mean, at }: Group, now: number): number {
  return held + (mean - held) * Math.exp((at - now) / memoryMs)
}

export function createSemaphore(
  initialPermits: number,
  { perKey, reserve = 0, queue }: SemaphoreOptions = {},
): Semaphore {
  let permits = initialPermits
  /** By key; one that was granted a permit, or gave one back, goes to the end: it had its turn. */
  const groups = new Map<string | null, Group>()
  let active = 0
  let waiting = 0
  let closedFor: Error | null = null
  let forgottenAt = 0
  let timer: NodeJS.Timeout | null = null

  function enter(keyId: string | null, now: number): Group {
    if (now - forgottenAt > memoryMs) forget(now)
    const group = groups.get(keyId) ?? { keyId, held: 0, mean: 0, at: now, waiters: new Set() }
    groups.set(keyId, group)
    return group
  }

  function forget(now: number): void {
    forgottenAt = now
    for (const group of groups.values()) {
      const { keyId, held, waiters } = group
      if (held === 0 && waiters.size === 0 && meanHeld(group, now) < minMean) groups.delete(keyId)
    }
  }

  /** Most that a key may have held, on average, to be granted a permit: one of the reserve is not for more work of the same kind. */
  function maxHeld(now: number): number {
    if (active < permits) return Number.POSITIVE_INFINITY
    if (active >= permits + reserve) return -1
    const holders = [...groups.values()].filter(({ held }) => held > 0)
    if (holders.length === 1) return Number.POSITIVE_INFINITY
    return holders.reduce((sum, holder) => sum + holder.held * meanHeld(holder, now), 0) / active / 2
  }

  function mayHoldMore(group: Group, now: number, max = maxHeld(now)): boolean {
    const { keyId, held } = group
    return held < (keyId === null ? permits : (perKey ?? permits)) && meanHeld(group, now) <= max
  }

  function change(group: Group, permitsHeld: 1 | -1): void {
    const now = performance.now()
    group.mean = meanHeld(group, now)
    group.at = now
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
    }
  }

  function grantNext(): void {
    const now = performance.now()
    const max = maxHeld(now)
    let next: Group | null = null
    let least = 0
    for (const group of groups.values()) {
      if (group.waiters.size === 0 || !mayHoldMore(group, now, max)) continue
      const mean = meanHeld(group, now)
      if (next && (mean > least || (mean === least && group.held >= next.held))) continue
      next = group
      least = mean
    }
    const [waiter] = next?.waiters ?? []
    waiter?.grant()
    lookAgain()
  }

  /** Time alone gives a key that waits a right to the reserve: the others hold theirs for ever longer, perhaps. */
  function lookAgain(): void {
    if (timer !== null || waiting === 0 || active < permits || active >= permits + reserve) return
    timer = setTimeout(() => {
      timer = null
      grantNext()
    }, lookMs)
    timer.unref()
  }

  /** The queue is full: the last caller of the key with the most of them makes room, unless that is the key that asks. */
  function makeRoom(group: Group, refusal: () => Error): void {
    let largest = group
    for (const other of groups.values()) if (other.waiters.size > largest.waiters.size) largest = other
    if (largest === group) throw refusal()
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
          reject(reason)
        },
      }
      waiting++
      group.waiters.add(waiter)
      lookAgain()
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
      const now = performance.now()
      const group = enter(keyId, now)
      return mayHoldMore(group, now) ? hold(group) : wait(group, signal)
    },
    close(reason) {
      closedFor ??= reason
      for (const { waiters } of [...groups.values()]) for (const waiter of [...waiters]) waiter.refuse(reason)
    },
    resize(count) {
      const more = count - permits
      permits = count
      for (let granted = 0; granted < more; granted++) grantNext()
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
