/** The outcome of one scenario. */

export interface Outcome {
  group: string
  name: string
  /** A remark for people, which may be empty. */
  note: string
  /** One text for each expectation. */
  expected: string[]
  /** Differences of the result. Empty if it is as expected. */
  faults: string[]
}
