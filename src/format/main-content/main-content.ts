/** Finds the main content of a page: estimates the chance of each block of text to be content, and keeps the best set of blocks. */

import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../../document/document.ts'
import { isElement, walk } from '../../document/traverse.ts'
import type { PageView } from '../../visibility/page-view.ts'
import { BlockFeatures, columns } from './block-features.ts'
import { type BlockSums, sumBlocks } from './block-sums.ts'
import { composePage, type PageComposition } from './blocks.ts'
import { chooseBlocks, smoothChances, weightOf } from './choice.ts'
import { keepTogether } from './coherence.ts'
import { contextColumns, contextFeatures } from './context-features.ts'
import { keepEnough, type PruningLevel } from './fallback.ts'
import { type PageFacts, readPageFacts } from './page-facts.ts'
import { estimatePageKind, type PageKindEstimate } from './page-kind.ts'
import { findRemoval } from './removal.ts'
import { chanceOf, scoreOf, scoresOf, type TreeModel, unpackTrees } from './tree-model.ts'
import { blockWeights, contextWeights } from './weights.ts'

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
  const chances = smoothChances(page.blocks, estimateChances(page, sums, facts, kind))
  const choice = chooseBlocks(chances, page.blocks.map(weightOf))
  const whole = { ...choice, kept: keepTogether(page, chances, choice.kept, kind.kind) }
  const { kept, level, confidence } = keepEnough(page, chances, whole)
  const { root, removed } = findRemoval(page, kept)
  return { roots: [root], removed, confidence, analysis: { page, kind, chances, kept, level } }
}

let models: { blocks: TreeModel; context: TreeModel } | undefined

/** Of each block, from the mean of its scores by itself and among the chances of the others: the two models err on other pages. */
function estimateChances(
  page: PageComposition,
  sums: BlockSums,
  facts: PageFacts,
  kind: PageKindEstimate,
): Float64Array {
  models ??= { blocks: unpackTrees(blockWeights), context: unpackTrees(contextWeights) }
  const alone = scoreBlocks(models.blocks, new BlockFeatures(page, sums, facts, kind.chances), page.blocks.length)
  const rows = contextFeatures(page, alone.map(chanceOf), kind.chances)
  const among = scoresOf(models.context, rows, contextColumns.length)
  return alone.map((score, n) => chanceOf((score + (among[n] as number)) / 2))
}

const row = new Float32Array(columns.length)

/** Of each block, the score of its row. */
function scoreBlocks(model: TreeModel, features: BlockFeatures, count: number): Float64Array {
  const scores = new Float64Array(count)
  for (let n = 0; n < count; n++) {
    features.put(n, row, 0)
    scores[n] = scoreOf(model, row, 0)
  }
  return scores
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
