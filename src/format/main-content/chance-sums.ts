/** Computes the mean chance of any run of consecutive blocks from prefix sums. */

/** Marks a missing value. */
export const none = -1

/** Prefix sums over the blocks of chances weighted by word count. */
export class ChanceSums {
  readonly count: number
  private readonly weights: Float64Array
  private readonly hits: Float64Array

  constructor(weights: Float64Array, chances: Float64Array) {
    this.count = weights.length
    this.weights = new Float64Array(this.count + 1)
    this.hits = new Float64Array(this.count + 1)
    let all = 0
    let hits = 0
    for (let n = 0; n < weights.length; n++) {
      const weight = weights[n] as number
      all += weight
      hits += weight * (chances[n] as number)
      this.weights[n + 1] = all
      this.hits[n + 1] = hits
    }
  }

  /** Returns the mean chance of the blocks from `first` up to, but not including, `last`, ignoring indices out of range. */
  mean(first: number, last: number): number {
    const from = Math.max(first, 0)
    const to = Math.min(last, this.count)
    if (from >= to) return none
    const hits = (this.hits[to] as number) - (this.hits[from] as number)
    return hits / ((this.weights[to] as number) - (this.weights[from] as number))
  }

  /** Returns the share of the expected content that comes before a block. */
  shareBefore(n: number): number {
    const all = this.hits[this.count] as number
    return all > 0 ? (this.hits[n] as number) / all : 0
  }
}
