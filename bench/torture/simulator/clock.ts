/** The simulated clock, which replaces timers, `performance.now()` and `Date`. Time only advances when there is nothing left to do. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import timerPromises from 'node:timers/promises'

export interface SimulatedClock {
  /** Returns the milliseconds since the clock was created. Never goes back. */
  now(): number
  sleep(ms: number): Promise<void>
  /** Runs the work at a given time on this clock, outside any context. */
  at(ms: number, work: () => void): void
  /** Sets the time of day. `Date` jumps, but `performance.now()` doesn't. */
  step(ms: number): void
  /** Returns the number of timers that would keep a process alive. */
  pending(): number
  /** Drops the timers that were set in a context, as happens when a process exits. */
  drop(isDropped: (context: unknown) => boolean): void
  /** Lets time pass until `isDone`, or at most until `untilMs`, and resolves with the last result. `isBusy` is true during real work. */
  run(isDone: () => boolean, untilMs: number, isBusy: () => boolean): Promise<boolean>
  /** Restores the real clock. */
  restore(): void
}

/** Number of idle turns of the event loop after which the next timer fires. */
const quietTurns = 3
/** Start of simulated time. Any time works if it is the same in each run. */
const startOfTime = Date.parse('2026-01-15T12:00:00.000Z')

const realTurn = setImmediate

class SimulatedTimer {
  isRef = true
  readonly due: number
  readonly context: unknown
  readonly fire: () => void
  readonly #remove: (timer: SimulatedTimer) => void

  constructor(given: Pick<SimulatedTimer, 'due' | 'context' | 'fire'> & { remove(timer: SimulatedTimer): void }) {
    this.due = given.due
    this.context = given.context
    this.fire = given.fire
    this.#remove = given.remove
  }

  ref(): this {
    this.isRef = true
    return this
  }

  unref(): this {
    this.isRef = false
    return this
  }

  hasRef(): boolean {
    return this.isRef
  }

  close(): void {
    this.#remove(this)
  }

  [Symbol.dispose](): void {
    this.#remove(this)
  }
}

/** Replaces this process's clock until `restore`. `context` is stored with each timer that is set within it. */
export function installClock(context: AsyncLocalStorage<unknown>): SimulatedClock {
  // A Set keeps insertion order, so timers due at the same time fire in that order.
  const timers = new Set<SimulatedTimer>()
  const real = { setTimeout, clearTimeout, now: performance.now, Date, sleep: timerPromises.setTimeout }
  let now = 0
  let offset = 0

  function setTimer(work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): SimulatedTimer {
    const inContext = AsyncLocalStorage.snapshot()
    const timer: SimulatedTimer = new SimulatedTimer({
      due: now + Math.max(1, Number(ms) || 0),
      context: context.getStore(),
      fire: () => inContext(work, ...args),
      remove: (one) => void timers.delete(one),
    })
    timers.add(timer)
    return timer
  }

  function clearTimer(timer: unknown): void {
    if (timer instanceof SimulatedTimer) timers.delete(timer)
    else real.clearTimeout(timer as NodeJS.Timeout)
  }

  function wait<T>(ms = 0, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        timers.delete(timer)
        reject(new DOMException('The operation was aborted', 'AbortError'))
      }
      const timer = setTimer(() => {
        signal?.removeEventListener('abort', onAbort)
        resolve(value as T)
      }, ms)
      if (signal?.aborted) onAbort()
      else signal?.addEventListener('abort', onAbort, { once: true })
    })
  }

  const wallClock = () => Math.floor(startOfTime + now + offset)
  const SimulatedDate = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [wallClock()], newTarget),
    get: (target, name, receiver) => (name === 'now' ? wallClock : Reflect.get(target, name, receiver)),
  })

  Object.assign(globalThis, { setTimeout: setTimer, clearTimeout: clearTimer, Date: SimulatedDate })
  performance.now = () => now
  Object.assign(timerPromises, { setTimeout: wait })
  syncBuiltinESMExports()

  function next(): SimulatedTimer | null {
    let first: SimulatedTimer | null = null
    for (const timer of timers) if (!first || timer.due < first.due) first = timer
    return first
  }

  async function settle(isBusy: () => boolean): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; ) {
      await new Promise<void>((resolve) => realTurn(resolve))
      quiet = isBusy() ? 0 : quiet + 1
    }
  }

  return {
    now: () => now,
    sleep: (ms) => new Promise((resolve) => void setTimer(resolve as () => void, ms).unref()),
    at: (ms, work) => context.exit(() => void setTimer(work, ms - now).unref()),
    step(ms) {
      offset += ms
    },
    pending: () => [...timers].filter(({ isRef }) => isRef).length,
    drop(isDropped) {
      for (const timer of timers) if (isDropped(timer.context)) timers.delete(timer)
    },
    async run(isDone, untilMs, isBusy) {
      for (;;) {
        await settle(isBusy)
        if (isDone()) return true
        const timer = next()
        if (!timer || timer.due > untilMs) {
          now = Math.max(now, untilMs)
          return isDone()
        }
        timers.delete(timer)
        now = Math.max(now, timer.due)
        timer.fire()
      }
    },
    restore() {
      Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout, Date: real.Date })
      Object.assign(performance, { now: real.now })
      Object.assign(timerPromises, { setTimeout: real.sleep })
      syncBuiltinESMExports()
    },
  }
}
