/** Chooses the blocks to keep: pulls the chances of similar blocks closer together, then maximises the expected F1. */

import type { AlikeBlocks } from './alike-blocks.ts'
import { type MainContentSection, minAlike, nearestMember, type SectionGroup } from './sections.ts'

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

const pathShare = 0.25
const groupShare = 0.15

/** Returns the chances pulled towards the mean of blocks with the same path, then towards that of the nearest group. */
export function smoothChances(alike: AlikeBlocks, chances: Float64Array): Float64Array {
  const { weights, paths, pathCount, groups, groupCount } = alike
  const smooth = chances.slice()
  drawToMean(smooth, weights, paths, pathCount, pathShare)
  drawToMean(smooth, weights, groups, groupCount, groupShare)
  return smooth
}

/**
 * Mixes each chance with the weighted mean over the blocks that share its number. Numbers are below `limit`. `share`: the weight of the
 * mean. Numbers with fewer than three blocks, and blocks without a number, keep their chances.
 */
function drawToMean(
  chances: Float64Array,
  weights: Float64Array,
  numbers: Int32Array,
  limit: number,
  share: number,
): void {
  const hits = new Float64Array(limit)
  const weight = new Float64Array(limit)
  const counts = new Int32Array(limit)
  for (let n = 0; n < chances.length; n++) {
    const at = numbers[n] as number
    if (at < 0) continue
    hits[at] = (hits[at] as number) + (chances[n] as number) * (weights[n] as number)
    weight[at] = (weight[at] as number) + (weights[n] as number)
    counts[at] = (counts[at] as number) + 1
  }
  for (let n = 0; n < chances.length; n++) {
    const at = numbers[n] as number
    if (at < 0 || (counts[at] as number) < minAlike) continue
    chances[n] = (1 - share) * (chances[n] as number) + (share * (hits[at] as number)) / (weight[at] as number)
  }
}

/** Returns the nearest group of three or more around a section; null if it has none. */
export function nearestGroup(section: MainContentSection): SectionGroup | null {
  return nearestMember(section)?.group ?? null
}
