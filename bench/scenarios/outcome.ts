/** The outcome of one scenario. */

export interface Outcome {
  group: string
  name: string
  /** A remark for people, which may be empty. */
  note: string
  /** One text for each expectation. */
  expected: string[]
  /** Differences from the expected result. Empty if the result matches it. */
  faults: string[]
}
