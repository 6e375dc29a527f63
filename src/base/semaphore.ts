/** Semaphores that limit how many callers work at once. Each caller waits for a permit under its own signal, and API keys take turns. */

import { PassingList } from './passing-list.ts'

interface SemaphoreOptions {
  /** Maximum permits that one API key may hold. By default, it may hold all. Callers without a key may always hold all. */
  perKey?: number
  /** Extra permits for keys without a permit while other keys hold the rest. 0 by default. */
  reserve?: number
  /**
   * Maximum length of the queue, unlimited by default. When the queue is full, a caller using the key with the most waiting callers is
   * refused with `refusal()`.
   */
  queue?: { maxWaiting: number; refusal: () => Error }
}

export interface KeyedSemaphore {
  /** Like `Semaphore.acquire`, with separate permits for each `subject`. */
  acquire(subject: string, signal: AbortSignal, keyId?: string | null): Promise<Release>
}

/** Opens a semaphore that processes share: maximum permits of a subject, and of one API key. */
export type OpenSharedSemaphore = (limits: { permits: number; perKey: number }) => KeyedSemaphore

export type Release = () => void

interface Waiter {
  grant(): void
  refuse(reason: Error): void
}

interface Group {
  keyId: string | null
  held: number
  waiters: PassingList<Waiter>
}

/**
 * A semaphore whose permits are shared by API keys.
 * @example
 * const browser = new Semaphore(4, { perKey: 2 })
 * const release = await browser.acquire(request.signal, 'key_1')
 * browser.active // 1
 */
export class Semaphore {
  readonly #options: SemaphoreOptions
  #permits: number
  /** Groups of the keys that hold or wait for permits. A key that gets or releases one moves to the end, because it has had its turn. */
  readonly #groups: Group[] = []
  #closedFor: Error | null = null
  active = 0
  waiting = 0

  constructor(permits: number, options: SemaphoreOptions = {}) {
    this.#permits = permits
    this.#options = options
  }

  /**
   * Waits for a permit and resolves with the function that releases it. Further calls to that function do nothing. Grants a free permit to
   * the key that holds the fewest. Keys that hold the same number take turns, and one key's callers are served in the order of their calls.
   * Callers without a key (null) are also served in order. Throws `signal.reason` once the signal aborts, or the reason passed to `close`,
   * or a refusal if the queue is full.
   */
  async acquire(signal: AbortSignal, keyId: string | null = null): Promise<Release> {
    signal.throwIfAborted()
    if (this.#closedFor) throw this.#closedFor
    const group = this.#groups.find((one) => one.keyId === keyId) ?? { keyId, held: 0, waiters: new PassingList() }
    return this.#mayHoldMore(group) ? this.#hold(group) : this.#wait(group, signal)
  }

  /** Rejects all waiting and later callers with `reason`. Permits in use stay valid. */
  close(reason: Error): void {
    this.#closedFor ??= reason
    for (const { waiters } of [...this.#groups]) for (const waiter of waiters) waiter.refuse(reason)
  }

  /** Changes the number of permits. Permits in use stay valid. */
  resize(count: number): void {
    const more = count - this.#permits
    this.#permits = count
    for (let granted = 0; granted < more; granted++) this.#grantNext()
  }

  #mayHoldMore({ keyId, held }: Group): boolean {
    const { perKey = this.#permits, reserve = 0 } = this.#options
    if (this.active < this.#permits) return held < (keyId === null ? this.#permits : perKey)
    return held === 0 && this.active < this.#permits + reserve
  }

  #change(group: Group, permitsHeld: 1 | -1): void {
    this.active += permitsHeld
    group.held += permitsHeld
    this.#move(group)
  }

  /** Moves the group to the end, or removes it if its key neither holds nor waits for a permit. */
  #move(group: Group): void {
    const at = this.#groups.indexOf(group)
    if (at >= 0) this.#groups.splice(at, 1)
    if (group.held + group.waiters.size > 0) this.#groups.push(group)
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
    let next: Group | null = null
    for (const group of this.#groups) {
      if (group.waiters.size === 0 || !this.#mayHoldMore(group)) continue
      if (!next || group.held < next.held) next = group
    }
    next?.waiters.first?.grant()
  }

  /** When the queue is full, drops the last caller using the key with the most callers, unless that is the requesting key. */
  #makeRoom(group: Group, refusal: () => Error): void {
    let largest = group
    for (const other of this.#groups) if (other.waiters.size > largest.waiters.size) largest = other
    if (largest === group) throw refusal()
    ;[...largest.waiters].at(-1)?.refuse(refusal())
  }

  #wait(group: Group, signal: AbortSignal): Promise<Release> {
    const { queue } = this.#options
    if (queue && this.waiting >= queue.maxWaiting) this.#makeRoom(group, queue.refusal)
    return new Promise((resolve, reject) => {
      const end = () => {
        this.waiting--
        leave()
        if (group.held + group.waiters.size === 0) this.#move(group)
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
      const leave = group.waiters.add(waiter)
      if (!this.#groups.includes(group)) this.#groups.push(group)
      signal.addEventListener('abort', onAbort)
    })
  }
}

/** Creates a semaphore of `permits` for each subject, such as a host. Unused subjects take up no memory. */
export function createKeyedSemaphore(permits: number, options: SemaphoreOptions = {}): KeyedSemaphore {
  const semaphores = new Map<string, Semaphore>()
  return {
    async acquire(subject, signal, keyId = null) {
      signal.throwIfAborted()
      const semaphore = semaphores.get(subject) ?? new Semaphore(permits, options)
      semaphores.set(subject, semaphore)
      const release = await semaphore.acquire(signal, keyId)
      return () => {
        release()
        if (semaphore.active === 0 && semaphores.get(subject) === semaphore) semaphores.delete(subject)
      }
    },
  }
}

/** Returns a semaphore whose callers also need a permit of `shared`, and wait for it in their turn. */
export function withShared(own: KeyedSemaphore, shared: KeyedSemaphore | undefined): KeyedSemaphore {
  if (!shared) return own
  return {
    async acquire(subject, signal, keyId) {
      const release = await own.acquire(subject, signal, keyId)
      try {
        const releaseShared = await shared.acquire(subject, signal, keyId)
        return () => {
          releaseShared()
          release()
        }
      } catch (error) {
        release()
        throw error
      }
    },
  }
}
