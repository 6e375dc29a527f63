/** Creates or opens a value when it is first needed, once for all callers. */

export interface Once<T> {
  (): Promise<T>
  started(): boolean
  /** Returns the value that `work` resolved with. Returns undefined if `work` hasn't resolved. */
  opened(): T | undefined
}

/**
 * Returns a function that calls `work` once and gives every caller the same promise. After a failure, the next call tries again.
 * @example
 * const database = once(async () => new Map())
 * Object.is(await database(), await database()) // true
 */
export function once<T>(work: () => Promise<T>): Once<T> {
  let result: Promise<T> | undefined
  let opened: T | undefined
  async function open(): Promise<T> {
    try {
      opened = await work()
      return opened
    } catch (error) {
      result = undefined
      throw error
    }
  }
  const call = () => {
    result ??= open()
    return result
  }
  return Object.assign(call, { started: () => result !== undefined, opened: () => opened })
}

/** Returns a function that calls `make` once and returns the same value to every caller. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
