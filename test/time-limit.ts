/** A time limit that expires when the test says so, however long the earlier steps take. */

import { onTestFinished, vi } from 'vitest'

interface HeldTimeLimit {
  ms: number
  /** The same limit as a request parameter. */
  timeout_ms: string
  /** Lets the limit expire. Throws an Error if nothing is subject to it. */
  pass(): void
}

/** Holds timers of `ms` milliseconds, or up to a second less, until the test finishes. No other timer may use that range. */
export function holdTimeLimit(ms = 59_321): HeldTimeLimit {
  const { setTimeout } = globalThis
  const held = new Set<() => void>()
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: () => void,
    delayMs?: number,
    ...args: []
  ) => {
    if (delayMs === undefined || delayMs > ms || delayMs < ms - 1000) return setTimeout(run, delayMs, ...args)
    held.add(run)
    return setTimeout(() => {}, ms).unref()
  }) as typeof setTimeout)
  onTestFinished(() => spy.mockRestore())
  return {
    ms,
    timeout_ms: String(ms),
    pass() {
      if (held.size === 0) throw new Error(`no timer of ${ms} ms was set`)
      for (const run of held) run()
      held.clear()
    },
  }
}
