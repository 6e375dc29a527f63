/** Chooses the blocks to keep: chances of blocks that look alike are drawn together, then the expected F1 is maximised. */

import type { MainContentBlock } from './blocks.ts'
import { leastAlike, type MainContentSection, nearestMember, type SectionGroup } from './sections.ts'

export interface BlockChoice {
  /** Per block. */
  kept: boolean[]
  /** The F1 that is expected of the choice: 0 to 1. */
  expected: number
  /** The lowest chance that is kept. */
  threshold: number
}

/**
 * Keeps the blocks above the threshold that maximises 2·hits ÷ (kept + true), where hits and true words are expected values.
 * `weights`: of each block, see `weightOf`.
 */
export function chooseBlocks(chances: Float64Array, weights: ArrayLike<number>): BlockChoice {
  const order = [...chances.keys()].sort((a, b) => (chances[b] as number) - (chances[a] as number) || a - b)
  let all = 0
  for (const n of order) all += (chances[n] as number) * (weights[n] as number)
  let hits = 0
  let chosen = 0
  let expected = 0
  let threshold = -1
  for (const n of order) {
    hits += (chances[n] as number) * (weights[n] as number)
    chosen += weights[n] as number
    const score = chosen + all > 0 ? (2 * hits) / (chosen + all) : 0
    if (score > expected || threshold < 0) {
      expected = Math.max(score, expected)
      threshold = chances[n] as number
    }
  }
  return { kept: Array.from(chances, (chance) => chance >= threshold), expected, threshold }
}

const pathShare = 0.25
const groupShare = 0.15

/** Chances drawn to the mean of the blocks of one path, then to that of the nearest group. */
export function smoothChances(blocks: readonly MainContentBlock[], chances: Float64Array): Float64Array {
  const ofPath = drawToMean(blocks, chances, ({ section }) => section.path, pathShare)
  return drawToMean(blocks, ofPath, ({ section }) => nearestGroup(section), groupShare)
}

/** Mixes each chance with the weighted mean over the blocks that have the same key. `share`: of the mean. Chances of keys with fewer than three blocks stay. */
function drawToMean(
  blocks: readonly MainContentBlock[],
  chances: Float64Array,
  keyOf: (block: MainContentBlock) => unknown,
  share: number,
): Float64Array {
  const sums = new Map<unknown, { hits: number; weight: number; count: number }>()
  const keys = blocks.map(keyOf)
  keys.forEach((key, n) => {
    if (key === null) return
    const sum = sums.get(key) ?? { hits: 0, weight: 0, count: 0 }
    const weight = weightOf(blocks[n] as MainContentBlock)
    sum.hits += (chances[n] as number) * weight
    sum.weight += weight
    sum.count++
    sums.set(key, sum)
  })
  return chances.map((chance, n) => {
    const sum = sums.get(keys[n])
    return sum && sum.count >= leastAlike ? (1 - share) * chance + (share * sum.hits) / sum.weight : chance
  })
}

/** A block weighs as much as it has words; one without a word weighs half. */
export function weightOf({ words }: { words: readonly string[] }): number {
  return Math.max(0.5, words.length)
}

/** The nearest group of three or more around a section; null when there is none. */
export function nearestGroup(section: MainContentSection): SectionGroup | null {
  return nearestMember(section)?.group ?? null
}
