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

/**
 * Creates a semaphore of `permits`, which API keys share by time (see `Semaphore.acquire`).
 * @example
 * const browser = createSemaphore(4, { perKey: 2 })
 * const release = await browser.acquire(request.signal, 'key_1')
 * browser.active // 1
 */
export function createSemaphore(permits: number, options: SemaphoreOptions = {}): Semaphore {
  return new FairSemaphore(permits, options)
}

class FairSemaphore implements Semaphore {
  readonly #options: SemaphoreOptions
  #permits: number
  /** By key; one that was granted a permit, or gave one back, goes to the end: it had its turn. */
  readonly #groups = new Map<string | null, Group>()
  #closedFor: Error | null = null
  #forgottenAt = 0
  #timer: NodeJS.Timeout | null = null
  active = 0
  waiting = 0

  constructor(permits: number, options: SemaphoreOptions) {
    this.#permits = permits
    this.#options = options
  }

  async acquire(signal: AbortSignal, keyId: string | null = null): Promise<Release> {
    signal.throwIfAborted()
    if (this.#closedFor) throw this.#closedFor
    const now = performance.now()
    const group = this.#enter(keyId, now)
    return this.#mayHoldMore(group, now) ? this.#hold(group) : this.#wait(group, signal)
  }

  close(reason: Error): void {
    this.#closedFor ??= reason
    for (const { waiters } of [...this.#groups.values()]) for (const waiter of [...waiters]) waiter.refuse(reason)
  }

  resize(count: number): void {
    const more = count - this.#permits
    this.#permits = count
    for (let granted = 0; granted < more; granted++) this.#grantNext()
  }

  #enter(keyId: string | null, now: number): Group {
    if (now - this.#forgottenAt > memoryMs) this.#forget(now)
    const group = this.#groups.get(keyId) ?? { keyId, held: 0, mean: 0, at: now, waiters: new Set() }
    this.#groups.set(keyId, group)
    return group
  }

  #forget(now: number): void {
    this.#forgottenAt = now
    for (const group of this.#groups.values()) {
      const { keyId, held, waiters } = group
      if (held === 0 && waiters.size === 0 && meanHeld(group, now) < minMean) this.#groups.delete(keyId)
    }
  }

  /** Most that a key may have held, on average, to be granted a permit: one of the reserve is not for more work of the same kind. */
  #maxHeld(now: number): number {
    const { reserve = 0 } = this.#options
    if (this.active < this.#permits) return Number.POSITIVE_INFINITY
    if (this.active >= this.#permits + reserve) return -1
    const holders = [...this.#groups.values()].filter(({ held }) => held > 0)
    if (holders.length === 1) return Number.POSITIVE_INFINITY
    return holders.reduce((sum, holder) => sum + holder.held * meanHeld(holder, now), 0) / this.active / 2
  }

  #mayHoldMore(group: Group, now: number, max = this.#maxHeld(now)): boolean {
    const { keyId, held } = group
    const { perKey = this.#permits } = this.#options
    return held < (keyId === null ? this.#permits : perKey) && meanHeld(group, now) <= max
  }

  #change(group: Group, permitsHeld: 1 | -1): void {
    const now = performance.now()
    group.mean = meanHeld(group, now)
    group.at = now
    this.active += permitsHeld
    group.held += permitsHeld
    this.#groups.delete(group.keyId)
    this.#groups.set(group.keyId, group)
  }

  #hold(group: Group): Release {
    this.#change(group, 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#change(group, -1)
      this.#grantNext()
    }
  }

  #grantNext(): void {
    const now = performance.now()
    const max = this.#maxHeld(now)
    let next: Group | null = null
    let least = 0
    for (const group of this.#groups.values()) {
      if (group.waiters.size === 0 || !this.#mayHoldMore(group, now, max)) continue
      const mean = meanHeld(group, now)
      if (next && (mean > least || (mean === least && group.held >= next.held))) continue
      next = group
      least = mean
    }
    const [waiter] = next?.waiters ?? []
    waiter?.grant()
    this.#lookAgain()
  }

  /** Time alone gives a key that waits a right to the reserve: the others hold theirs for ever longer, perhaps. */
  #lookAgain(): void {
    const { reserve = 0 } = this.#options
    const isReserveFree = this.active >= this.#permits && this.active < this.#permits + reserve
    if (this.#timer !== null || this.waiting === 0 || !isReserveFree) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#grantNext()
    }, lookMs)
    this.#timer.unref()
  }

  /** The queue is full: the last caller of the key with the most of them makes room, unless that is the key that asks. */
  #makeRoom(group: Group, refusal: () => Error): void {
    let largest = group
    for (const other of this.#groups.values()) if (other.waiters.size > largest.waiters.size) largest = other
    if (largest === group) throw refusal()
    ;[...largest.waiters].at(-1)?.refuse(refusal())
  }

  #wait(group: Group, signal: AbortSignal): Promise<Release> {
    const { queue } = this.#options
    if (queue && this.waiting >= queue.maxWaiting) this.#makeRoom(group, queue.refusal)
    return new Promise((resolve, reject) => {
      const end = () => {
        this.waiting--
        group.waiters.delete(waiter)
        signal.removeEventListener('abort', onAbort)
      }
      const onAbort = () => waiter.refuse(signal.reason)
      const waiter: Waiter = {
        grant: () => {
          end()
          resolve(this.#hold(group))
        },
        refuse: (reason) => {
          end()
          reject(reason)
        },
      }
      this.waiting++
      group.waiters.add(waiter)
      this.#lookAgain()
      signal.addEventListener('abort', onAbort)
    })
  }
}

/** Creates a semaphore of `permits` for each subject, such as a host. Unused subjects take no memory. */
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
