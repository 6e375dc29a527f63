/** Combines the figures of several rounds: medians, shares and spreads. */

/** Returns the value below which this share of the values lies, or NaN if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Returns the median. For an even number of values, this is the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[upper] ?? Number.NaN) : ((sorted[upper - 1] ?? 0) + (sorted[upper] ?? 0)) / 2
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}
