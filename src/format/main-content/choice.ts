/** Chooses the blocks to keep: those that maximise the expected F1. */

export interface BlockChoice {
  /** One entry per block. */
  kept: boolean[]
  /** Expected F1 of the choice, 0 to 1. */
  expected: number
  /** The minimum chance of a kept block. */
  threshold: number
}

/** Chances are compared in steps of a thousandth: no sorting is needed. */
const levels = 1000

/**
 * Keeps the blocks above the threshold that maximises 2·hits ÷ (kept + true), where hits and true words are expected values.
 * `weights`: one per block, see `weightOf`.
 */
export function chooseBlocks(chances: Float64Array, weights: ArrayLike<number>): BlockChoice {
  const hitsAt = new Float64Array(levels + 1)
  const weightAt = new Float64Array(levels + 1)
  const levelOf = Int16Array.from(chances, (chance) => levels * chance)
  let all = 0
  for (let n = 0; n < chances.length; n++) {
    const level = levelOf[n] as number
    const expectedHits = (chances[n] as number) * (weights[n] as number)
    hitsAt[level] = (hitsAt[level] as number) + expectedHits
    weightAt[level] = (weightAt[level] as number) + (weights[n] as number)
    all += expectedHits
  }
  let hits = 0
  let chosen = 0
  let expected = 0
  let best = levels + 1
  for (let level = levels; level >= 0; level--) {
    hits += hitsAt[level] as number
    chosen += weightAt[level] as number
    const score = chosen > 0 ? (2 * hits) / (chosen + all) : 0
    if (score <= expected) continue
    expected = score
    best = level
  }
  return { kept: Array.from(levelOf, (level) => level >= best), expected, threshold: best / levels }
}
