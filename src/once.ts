/** What is opened by the first who needs it, once for all. */

export interface Once<T> {
  (): Promise<T>
  started(): boolean
  /** What `work` resolved with; undefined until then. */
  opened(): T | undefined
}

/** A function that calls `work` once and returns the same promise to every caller. */
export function once<T>(work: () => Promise<T>): Once<T> {
  let result: Promise<T> | undefined
  let opened: T | undefined
  async function open(): Promise<T> {
    opened = await work()
    return opened
  }
  const call = () => {
    result ??= open()
    return result
  }
  return Object.assign(call, { started: () => result !== undefined, opened: () => opened })
}
