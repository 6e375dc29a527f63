/** Finds the main content of a page: estimates the chance of each block of text to be content, and keeps the best set of blocks. */

import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../../document/document.ts'
import { isElement, walk } from '../../document/traverse.ts'
import type { PageView } from '../../visibility/page-view.ts'
import { blockFeatures, columns } from './block-features.ts'
import { sumBlocks } from './block-sums.ts'
import { composePage, type PageComposition } from './blocks.ts'
import { chooseBlocks, smoothChances, weightOf } from './choice.ts'
import { keepTogether } from './coherence.ts'
import { keepEnough, type PruningLevel } from './fallback.ts'
import { readPageFacts } from './page-facts.ts'
import { estimatePageKind, type PageKindEstimate } from './page-kind.ts'
import { findRemoval } from './removal.ts'
import { chanceOf, type TreeModel, unpackTrees } from './tree-model.ts'
import { blockWeights } from './weights.ts'

export interface MainContent {
  /** What to convert: outermost elements in document order. Empty when the page has no body. */
  roots: Element[]
  /** Elements and texts in and below the roots that are not content. */
  removed: ReadonlySet<AnyNode>
  /** 0 to 1: the F1 that is expected of the content. */
  confidence: number
  /** How the content was found; null when the page has no body. */
  analysis: MainContentAnalysis | null
}

export interface MainContentAnalysis {
  page: PageComposition
  kind: PageKindEstimate
  /** Of each block: its chance to be content, 0 to 1. */
  chances: Float64Array
  /** Of each block. */
  kept: boolean[]
  level: PruningLevel
}

/** The main content of a page as the view shows it; a page with text has some. */
export function findMainContent(document: Document, view: PageView): MainContent {
  const body = bodyOf(document)
  if (!body) return { roots: [], removed: new Set(), confidence: 0, analysis: null }
  const page = composePage(body, view)
  const sums = sumBlocks(page)
  const facts = readPageFacts(document)
  const kind = estimatePageKind(facts, page, sums)
  const chances = smoothChances(page.blocks, estimateChances(blockFeatures(page, sums, facts, kind.chances)))
  const choice = chooseBlocks(chances, page.blocks.map(weightOf))
  const whole = { ...choice, kept: keepTogether(page, chances, choice.kept, kind.kind) }
  const { kept, level, confidence } = keepEnough(page, chances, whole)
  const { root, removed } = findRemoval(page, kept)
  return { roots: [root], removed, confidence, analysis: { page, kind, chances, kept, level } }
}

let model: TreeModel | undefined

function estimateChances(rows: Float32Array): Float64Array {
  model ??= unpackTrees(blockWeights)
  const chances = new Float64Array(rows.length / columns.length)
  for (let n = 0; n < chances.length; n++) chances[n] = chanceOf(model, rows, n * columns.length)
  return chances
}

/** The first `body`, or the `frameset` in its place. */
export function bodyOf(document: Document): Element | null {
  let body: Element | null = null
  walk(document.root, (node) => {
    if (!body && isElement(node) && (node.name === 'body' || node.name === 'frameset')) body = node
    return body === null
  })
  return body
}
