/** Which blocks are kept, once the chance of each is known? Those of one shape together, and as many as make the best expected score. */

import type { Block, Group, Section } from './blocks.ts'

export interface Choice {
  /** Per block. */
  kept: boolean[]
  /** F1 that is expected of it: 0 to 1. */
  expected: number
}

/**
 * Blocks above the threshold that maximises 2·hits ÷ (kept + true), both as the chances have it.
 * A block weighs as much as it has words.
 */
export function chooseBlocks(chances: Float64Array, words: ArrayLike<number>): Choice {
  const order = [...chances.keys()].sort((a, b) => (chances[b] as number) - (chances[a] as number) || a - b)
  let all = 0
  for (const n of order) all += (chances[n] as number) * (words[n] as number)
  let hits = 0
  let chosen = 0
  let expected = 0
  let last = -1
  for (const n of order) {
    hits += (chances[n] as number) * (words[n] as number)
    chosen += words[n] as number
    const score = chosen + all > 0 ? (2 * hits) / (chosen + all) : 0
    if (score > expected || last < 0) {
      expected = Math.max(score, expected)
      last = chances[n] as number
    }
  }
  return { kept: Array.from(chances, (chance) => chance >= last), expected }
}

const pathShare = 0.4
const groupShare = 0.3
const neighbourShare = 0.1
const fewest = 3

/** Draws the chance of a block towards the mean of the blocks that look like it, and of its nearest group of siblings. */
export function evenOut(blocks: readonly Block[], chances: Float64Array): Float64Array {
  const ofPath = drawn(blocks, withNeighbours(chances), ({ section }) => section.path, pathShare)
  return drawn(blocks, ofPath, ({ section }) => nearestGroup(section), groupShare)
}

/** A little of what stands before and behind: few texts change sides alone. */
function withNeighbours(chances: Float64Array): Float64Array {
  return chances.map((chance, n) => {
    const around = (chances[n - 1] ?? chance) + (chances[n + 1] ?? chance)
    return (1 - 2 * neighbourShare) * chance + neighbourShare * around
  })
}

function drawn(
  blocks: readonly Block[],
  chances: Float64Array,
  keyOf: (block: Block) => unknown,
  share: number,
): Float64Array {
  const sums = new Map<unknown, { hits: number; words: number; count: number }>()
  const keys = blocks.map(keyOf)
  keys.forEach((key, n) => {
    if (key === null) return
    const sum = sums.get(key) ?? { hits: 0, words: 0, count: 0 }
    const size = weightOf(blocks[n] as Block)
    sum.hits += (chances[n] as number) * size
    sum.words += size
    sum.count++
    sums.set(key, sum)
  })
  return chances.map((chance, n) => {
    const sum = sums.get(keys[n])
    return sum && sum.count >= fewest ? (1 - share) * chance + (share * sum.hits) / sum.words : chance
  })
}

/** A label of no word weighs a little. */
export function weightOf({ words }: { words: readonly string[] }): number {
  return Math.max(0.5, words.length)
}

/** The nearest group of three or more that a section stands in. */
export function nearestGroup(section: Section): Group | null {
  for (let up: Section | null = section; up?.parent; up = up.parent) {
    if (up.group.members.length >= fewest) return up.group
  }
  return null
}
