/** A row of the table in `npm run bench -- speed`. */

/** A figure per round, and its goal. */
export interface Measurement {
  /** Both sides of the comparison. */
  what: string
  unit: '×' | 'ms'
  values: readonly number[]
  bar: { atLeast: number } | { atMost: number }
  /** Medians of both sides in their own units, for the reader. */
  note: string
}

export interface RowOptions {
  rounds: number
  /** Path of another built checkout to compare with too, with a trailing slash. */
  against?: string | undefined
  progress(message: string): void
}

/** A part of the benchmark that `--only NAME` selects. */
export interface Row {
  name: string
  title: string
  /** True if the part takes a long time and only runs when named. */
  isLong?: boolean
  /** Packages that Gleaner is compared with, to show their versions. */
  peers?: readonly string[]
  measure(options: RowOptions): Promise<Measurement[]>
}
