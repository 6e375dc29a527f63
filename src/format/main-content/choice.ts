/** Chooses the blocks to keep: pulls the chances of similar blocks closer together, then maximises the expected F1. */

import type { AlikeBlocks } from './alike-blocks.ts'
import { type MainContentSection, minAlike, nearestMember, type SectionGroup } from './sections.ts'

export interface BlockChoice {
  /** One entry per block. */
  kept: boolean[]
  /** Expected F1 of the choice, 0 to 1. */
  expected: number
  /** The lowest chance of a kept block. */
  threshold: number
}

/**
 * Keeps the blocks above the threshold that maximises 2·hits ÷ (kept + true), where hits and true words are expected values.
 * `weights`: one per block, see `weightOf`.
 */
export function chooseBlocks(chances: Float64Array, weights: ArrayLike<number>): BlockChoice {
  const order = orderByChance(chances)
  let all = 0
  for (let k = 0; k < order.length; k++) {
    const n = order[k] as number
    all += (chances[n] as number) * (weights[n] as number)
  }
  let hits = 0
  let chosen = 0
  let expected = 0
  let threshold = -1
  for (let k = 0; k < order.length; k++) {
    const n = order[k] as number
    hits += (chances[n] as number) * (weights[n] as number)
    chosen += weights[n] as number
    const score = chosen + all > 0 ? (2 * hits) / (chosen + all) : 0
    if (score > expected || threshold < 0) {
      expected = Math.max(score, expected)
      threshold = chances[n] as number
    }
  }
  const kept = new Array<boolean>(chances.length).fill(false)
  for (let n = 0; n < chances.length; n++) kept[n] = (chances[n] as number) >= threshold
  return { kept, expected, threshold }
}

const keyBits = 52

/** Returns indices sorted by descending chance. Equal chances keep their order. */
function orderByChance(chances: Float64Array): Int32Array {
  const count = chances.length
  // Sorting plain numbers is several times faster than sorting with a comparison function. Each number holds a rounded chance and an index.
  const unit = 2 ** Math.ceil(Math.log2(Math.max(1, count)))
  const levels = 2 ** keyBits / unit
  const keys = new Float64Array(count)
  for (let n = 0; n < count; n++) keys[n] = Math.floor((1 - (chances[n] as number)) * levels) * unit + n
  keys.sort()
  const order = new Int32Array(count)
  let isInOrder = true
  for (let k = 0; k < count; k++) {
    const key = keys[k] as number
    order[k] = key - Math.floor(key / unit) * unit
    if (k > 0 && (chances[order[k] as number] as number) > (chances[order[k - 1] as number] as number))
      isInOrder = false
  }
  // Chances that were rounded to the same value may still differ.
  return isInOrder ? order : order.sort((a, b) => (chances[b] as number) - (chances[a] as number) || a - b)
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
