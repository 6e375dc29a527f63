/** Chooses the blocks to keep: those above one of a few thresholds. A learned model selects the threshold for each page. */

import { lazy } from '../../base/once.ts'
import { weightOf } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import { pageKinds } from './page-kind.ts'
import { TreeModel } from './tree-model.ts'
import { choiceWeights } from './weights.ts'

export interface BlockChoice {
  /** One entry per block. */
  kept: boolean[]
  /** Expected F1 of the choice, from 0 to 1. */
  expected: number
}

/** The thresholds to choose from. Each is the minimum chance at which a block is kept. */
export const thresholds: readonly number[] = Array.from({ length: 17 }, (_, n) => 0.08 + 0.05 * n)

/** Names of the features that the model uses to judge a threshold. The weights were learned for these features. */
export const choiceColumns: readonly string[] = [
  ...['threshold', 'expected', 'belowBest', 'keptShare', 'precision', 'recall', 'expectedShare', 'barelyKept'],
  ...['barelyDropped', 'kept', 'page', 'links', 'proseOfKept', 'runs', 'wordsPerBlock', 'keptToBest', 'firstKept'],
  ...['lastKept', 'maxGap', 'proseOfPage'],
  ...pageKinds.map((_, n) => `kind:${n}`),
]
const width = choiceColumns.length

const model = lazy(() => new TreeModel(choiceWeights))

/** `chances`: one chance per block. `kinds`: the chance that the page is of each kind. */
export function chooseBlocks(page: PageComposition, chances: Float64Array, kinds: ArrayLike<number>): BlockChoice {
  const rows = choiceRows(page, chances, kinds)
  const scores = model().score(rows, width, thresholds.length)
  const best = scores.indexOf(Math.max(...scores))
  const threshold = thresholds[best] as number
  const expected = rows[best * width + 1] as number
  return { kept: Array.from(chances, (chance) => chance >= threshold), expected }
}

/** Returns the rows of all candidates, one after another. */
export function choiceRows(page: PageComposition, chances: Float64Array, kinds: ArrayLike<number>): Float32Array {
  const weights = new Float64Array(page.blocks.length)
  let all = 0
  let likely = 0
  for (let n = 0; n < weights.length; n++) {
    const weight = weightOf(page.blocks[n] as MainContentBlock)
    weights[n] = weight
    all += weight
    likely += weight * (chances[n] as number)
  }
  const outcomes = thresholds.map((threshold) => outcomeOf(page, chances, weights, threshold))
  const expected = outcomes.map(({ kept, hits }) => (kept > 0 ? (2 * hits) / (kept + likely) : 0))
  const best = expected.indexOf(Math.max(...expected))
  const keptByBest = Math.max(1, outcomes[best]?.kept ?? 0)
  const blocks = Math.max(1, page.blocks.length)
  const pageChars = Math.max(1, page.sums.chars.at(-1) ?? 0)
  const rows = new Float32Array(thresholds.length * width)
  let at = 0
  outcomes.forEach((outcome, n) => {
    const kept = Math.max(1, outcome.kept)
    const chars = Math.max(1, outcome.chars)
    const own = expected[n] as number
    rows[at++] = thresholds[n] as number
    rows[at++] = own
    rows[at++] = (expected[best] as number) - own
    rows[at++] = outcome.kept / Math.max(1, all)
    rows[at++] = outcome.hits / kept
    rows[at++] = outcome.hits / Math.max(1e-9, likely)
    rows[at++] = likely / Math.max(1, all)
    rows[at++] = outcome.barelyKept / kept
    rows[at++] = outcome.barelyDropped / kept
    rows[at++] = Math.log(1 + outcome.kept)
    rows[at++] = Math.log(1 + all)
    rows[at++] = outcome.linked / chars
    rows[at++] = outcome.prose / chars
    rows[at++] = outcome.runs / Math.max(1, outcome.count)
    rows[at++] = outcome.kept / Math.max(1, outcome.count)
    rows[at++] = outcome.kept / keptByBest
    rows[at++] = outcome.first / blocks
    rows[at++] = outcome.last / blocks
    rows[at++] = outcome.maxGap / kept
    rows[at++] = outcome.prose / pageChars
    for (let kind = 0; kind < pageKinds.length; kind++) rows[at++] = kinds[kind] as number
  })
  return rows
}

const margin = 0.1
const minProse = 60

/** Sums over the blocks at or above a threshold, and over those near it. Blocks are weighted by their words. */
function outcomeOf({ blocks }: PageComposition, chances: Float64Array, weights: Float64Array, threshold: number) {
  let [kept, hits, count, linked, chars, prose] = [0, 0, 0, 0, 0, 0]
  let [runs, barelyKept, barelyDropped, gap, maxGap, first, last] = [0, 0, 0, 0, 0, -1, -1]
  for (let n = 0; n < weights.length; n++) {
    const chance = chances[n] as number
    const weight = weights[n] as number
    if (chance < threshold) {
      gap += weight
      if (chance >= threshold - margin) barelyDropped += weight
      continue
    }
    const block = blocks[n] as MainContentBlock
    if (first < 0) first = n
    else maxGap = Math.max(maxGap, gap)
    if (n === 0 || last < n - 1) runs++
    gap = 0
    last = n
    kept += weight
    hits += weight * chance
    count++
    linked += block.linked
    chars += block.chars
    if (block.chars - block.linked > minProse) prose += block.chars
    if (chance < threshold + margin) barelyKept += weight
  }
  return { kept, hits, count, linked, chars, prose, runs, barelyKept, barelyDropped, maxGap, first, last }
}
