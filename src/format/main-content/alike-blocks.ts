/** Evens out the chances of a thread's blocks that look alike, because a thread's posts are nearly always all content or all not. */

import { weightOf } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import type { PageKind } from './page-kind.ts'

const minAlike = 3
const pull = 0.5
const maxScore = 14

/** On a thread, moves each chance halfway to the mean of the blocks with the same path, in scores. */
export function evenOut({ blocks, pathCount }: PageComposition, chances: Float64Array, kind: PageKind): void {
  if (kind !== 'forum') return
  const counts = new Uint32Array(pathCount)
  const weights = new Float64Array(pathCount)
  const sums = new Float64Array(pathCount)
  const scores = chances.map((chance) => Math.max(-maxScore, Math.min(maxScore, Math.log(chance / (1 - chance)))))
  blocks.forEach((block, n) => {
    const { path } = block.section.group
    counts[path] = (counts[path] as number) + 1
    weights[path] = (weights[path] as number) + weightOf(block)
    sums[path] = (sums[path] as number) + weightOf(block) * (scores[n] as number)
  })
  scores.forEach((score, n) => {
    const { path } = (blocks[n] as MainContentBlock).section.group
    if ((counts[path] as number) < minAlike) return
    const mean = (sums[path] as number) / (weights[path] as number)
    chances[n] = 1 / (1 + Math.exp(pull * (score - mean) - score))
  })
}
