/** What a row of the table of `npm run bench -- speed` is. */

/** A figure of each round, and what it has to be. */
export interface Measurement {
  /** What is compared with what. */
  what: string
  unit: '×' | 'ms'
  values: readonly number[]
  bar: { atLeast: number } | { atMost: number }
  /** Medians of the two sides in their own units, for the reader. */
  note: string
}

export interface RowOptions {
  rounds: number
  progress(message: string): void
}

/** A part of the bench that `--only NAME` chooses. */
export interface Row {
  name: string
  title: string
  /** Whether it is measured only when it is named, because it takes long. */
  isLong?: boolean
  /** Packages that it is compared with, for their versions. */
  peers?: readonly string[]
  measure(options: RowOptions): Promise<Measurement[]>
}
