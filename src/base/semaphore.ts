/**
 * Semaphores that limit how many callers work at once. Each caller waits for a permit under its own signal, and API keys share time fairly.
 */

interface SemaphoreOptions {
  /** Permits that one API key may hold; all by default. Callers without a key may always hold all. */
  perKey?: number
  /** Extra permits for keys that ask for little while other keys hold the rest; 0 by default. */
  reserve?: number
  /**
   * Limit of the queue; none by default. When the queue is full, a caller of the key with the most waiting callers is refused with
   * `refusal()`.
   */
  queue?: { maxWaiting: number; refusal: () => Error }
}

export interface Semaphore {
  /** Permits in use. */
  readonly active: number
  /** Callers waiting for a permit. */
  readonly waiting: number
  /**
   * Waits for a permit and resolves with the function that releases it; calling that again does nothing.
   * Grants a free permit to the key that held the fewest permits over the last few seconds, on average. Keys share time, not turns, because
   * one key
   * could make its turns long. Keys that held the same number take turns, and one key's callers are served in the order of their calls.
   * Callers without a key (null) are also served in order.
   * Throws `signal.reason` once the signal aborts, the reason passed to `close`, or the refusal of a full queue.
   */
  acquire(signal: AbortSignal, keyId?: string | null): Promise<Release>
  /** Rejects all waiting and later callers with `reason`. Permits in use stay valid. */
  close(reason: Error): void
  /** Changes the number of permits. Permits in use stay valid. */
  resize(permits: number): void
}

export interface KeyedSemaphore {
  /** Like `Semaphore.acquire`, with separate permits for each `subject`. */
  acquire(subject: string, signal: AbortSignal, keyId?: string | null): Promise<Release>
}

export type Release = () => void

interface Waiter {
  grant(): void
  refuse(reason: Error): void
}

/** Callers with one API key, or without a key. */
interface Group {
  keyId: string | null
  held: number
  /** Permits that the key held in the last seconds, on average, as of `at`. @see meanHeld */
  mean: number
  at: number
  // A Set keeps insertion order and deletes in constant time, however long the queue.
  waiters: Set<Waiter>
}

/** A permit held this long ago counts e times less than a permit held now. */
const memoryMs = 3000
/** A key whose mean is lower is treated as new and forgotten. */
const minMean = 1e-4
/** Interval at which a free permit of the reserve is offered again. */
const lookMs = 100

/** Computes the exponentially weighted moving average of the permits that the key holds. */
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
  /** By key. A key that got or released a permit goes to the end: it had its turn. */
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

  /** Maximum average that a key may have held and still get a permit. The reserve isn't for more work of the same kind. */
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

  /** A waiting key may become entitled to the reserve simply because time passes: the other keys may never release their permits. */
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

  /** The queue is full: drops the last caller of the key with the most callers, unless that is the requesting key. */
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
