/** Runs code that may fail without consequences, such as parsing text that may be invalid. */

/** Returns the result of `work`, or undefined if it throws an error, or an error of the class `expected`. Other errors are thrown. */
export function attempt<T>(work: () => T, expected?: new (...args: never[]) => Error): T | undefined {
  try {
    return work()
  } catch (error) {
    if (expected && !(error instanceof expected)) throw error
    return undefined
  }
}
