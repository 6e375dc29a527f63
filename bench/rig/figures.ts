/** Figures of several rounds as one: medians, shares and spreads. */

/** The value below which this share of the values lies; NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The mean of the two in the middle where their number is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[upper] ?? Number.NaN) : ((sorted[upper - 1] ?? 0) + (sorted[upper] ?? 0)) / 2
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}
