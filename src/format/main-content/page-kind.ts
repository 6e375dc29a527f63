/** What kind of page is it? Asked of a small learned model, of its address, what it says of itself, and how it is made up. */

import type { Composition } from './blocks.ts'
import type { PageFacts } from './page-facts.ts'
import { kindFeatures } from './page-kind-features.ts'
import type { Totals } from './totals.ts'
import { chanceOf, type TreeModel, unpackTrees } from './tree-model.ts'
import { kindWeights } from './weights.ts'

export const pageKinds = ['article', 'documentation', 'forum', 'listing', 'product', 'collection', 'service'] as const
export type PageKind = (typeof pageKinds)[number]

export interface KindOfPage {
  kind: PageKind
  /** Of each of `pageKinds`; they add up to 1. */
  chances: Float32Array
}

let models: TreeModel[] | undefined

/** The likeliest kind, and the chance of each. */
export function kindOf(facts: PageFacts, page: Composition, totals: Totals): KindOfPage {
  models ??= kindWeights.map(unpackTrees)
  const row = kindFeatures(facts, page, totals)
  const scores = models.map((model) => chanceOf(model, row, 0))
  const all = scores.reduce((sum, score) => sum + score, 0)
  const best = scores.reduce((most, score, n) => (score > (scores[most] as number) ? n : most), 0)
  return {
    kind: pageKinds[best] as PageKind,
    chances: Float32Array.from(scores, (score) => score / Math.max(1e-9, all)),
  }
}
