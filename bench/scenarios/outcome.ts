/** The outcome of one scenario. */

export interface Outcome {
  group: string
  name: string
  /** A remark for a person; may be empty. */
  note: string
  /** One text for each expectation. */
  expected: string[]
  /** How the result differs; empty if it is as expected. */
  faults: string[]
}
