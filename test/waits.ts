/** Named waits, so that a test that times out reports what it was waiting for. */

import { setTimeout as pause } from 'node:timers/promises'

/** Far more than a busy machine needs, but less than a test's time limit, whose error doesn't name the wait. */
const limitMs = 90_000

/** Settles like `promise`. Rejects with an Error that names the wait if that takes longer than `timeoutMs`. */
export async function within<Result>(wait: string, promise: Promise<Result>, timeoutMs = limitMs): Promise<Result> {
  const ended = new AbortController()
  const expiry = pause(timeoutMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`waited ${timeoutMs} ms in vain for ${wait}`)
  })
  try {
    return await Promise.race([promise, expiry])
  } finally {
    ended.abort()
    await expiry.catch(() => {})
  }
}

/** Resolves once `isMet` returns true. Checks every 10 ms, for conditions without an event. Rejects like `within`. */
export async function until(wait: string, isMet: () => boolean | Promise<boolean>, timeoutMs = limitMs): Promise<void> {
  const startedAt = performance.now()
  while (!(await within(wait, Promise.resolve(isMet()), timeoutMs))) {
    if (performance.now() - startedAt > timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain for ${wait}`)
    await pause(10)
  }
}
