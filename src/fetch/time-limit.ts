/** How long may one step take? Its own limit inside the caller's signal. */

/**
 * Runs `work` under a signal that aborts with the caller's, or after `limitMs` with `tooLate()`.
 * Settles at once when either happens, whether or not the work listens; what it throws afterwards is of no interest.
 */
export function withinLimit<T>(
  signal: AbortSignal,
  limitMs: number,
  tooLate: () => Error,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const end = (reason: unknown) => {
      controller.abort(reason)
      reject(reason)
    }
    if (signal.aborted) return end(signal.reason)
    const onAbort = () => end(signal.reason)
    const timer = setTimeout(() => end(tooLate()), limitMs)
    signal.addEventListener('abort', onAbort)
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    work(controller.signal).then(resolve, reject).finally(finish)
  })
}

/** Waits, or throws `signal.reason` when that comes first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
