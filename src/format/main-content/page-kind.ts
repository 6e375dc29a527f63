/** Estimates the kind of a page with a small learned model, from the facts that it states about itself, and its composition. */

import type { PageComposition } from './blocks.ts'
import type { PageFacts } from './page-facts.ts'
import { pageKindFeatures } from './page-kind-features.ts'
import { chanceOf, TreeModel } from './tree-model.ts'
import { kindWeights } from './weights.ts'

/** The weights depend on this order: only append, then retrain. */
export const pageKinds = ['article', 'documentation', 'forum', 'listing', 'product', 'collection', 'service'] as const
export type PageKind = (typeof pageKinds)[number]

export interface PageKindEstimate {
  kind: PageKind
  /** One probability for each of `pageKinds`; they add up to 1. */
  chances: Float32Array
}

let models: TreeModel[] | undefined

export function estimatePageKind(facts: PageFacts, page: PageComposition): PageKindEstimate {
  models ??= kindWeights.map((weights) => new TreeModel(weights))
  const row = pageKindFeatures(facts, page)
  const scores = models.map((model) => chanceOf(model.score(row)[0] as number))
  const all = scores.reduce((sum, score) => sum + score, 0)
  const chances = Float32Array.from(scores, (score) => score / Math.max(1e-9, all))
  return { kind: likeliestKind(chances), chances }
}

/** A page must be this much more likely to be a thread. Lists and tables of threads are judged by their parts, which tears others. */
const forumMargin = 1.5

/** `chances`: one value for each of `pageKinds`. */
export function likeliestKind(chances: Iterable<number>): PageKind {
  const all = [...chances].map((chance, n) => (pageKinds[n] === 'forum' ? chance / forumMargin : chance))
  return pageKinds[all.indexOf(Math.max(...all))] as PageKind
}
