/** Finds the main content of a page: estimates each text block's chance of being content, then keeps the best set of blocks. */

import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../../html/document.ts'
import { isElement } from '../../html/traverse.ts'
import { findForeignFrames } from '../../html/visibility/foreign-frames.ts'
import type { PageView } from '../../html/visibility/page-view.ts'
import { type AlikeBlocks, findAlike } from './alike-blocks.ts'
import { BlockFeatures, blockRowShape } from './block-features.ts'
import { composePage, type PageComposition } from './blocks.ts'
import { chooseBlocks, smoothChances } from './choice.ts'
import { keepTogether } from './coherence.ts'
import { ContextFeatures, contextRowShape } from './context-features.ts'
import { keepEnough, type PruningLevel } from './fallback.ts'
import { type PageFacts, readPageFacts } from './page-facts.ts'
import { keepPageHeading } from './page-heading.ts'
import { estimatePageKind, type PageKindEstimate } from './page-kind.ts'
import { findRemoval } from './removal.ts'
import { StatedWords } from './stated-words.ts'
import { chanceOf, unpackTrees } from './tree-model.ts'
import { TreeScorer } from './tree-scorer.ts'
import { blockWeights, contextWeights } from './weights.ts'

export interface MainContent {
  /** The outermost elements to convert, in document order. Empty if the page has no body. */
  roots: Element[]
  /** Elements and texts in and below the roots that aren't content. */
  removed: ReadonlySet<AnyNode>
  /** Expected F1 of the content, 0 to 1. */
  confidence: number
  /** How the content was found; null if the page has no body. */
  analysis: MainContentAnalysis | null
}

export interface MainContentAnalysis {
  page: PageComposition
  kind: PageKindEstimate
  /** Each block's chance of being content, 0 to 1. */
  chances: Float64Array
  /** One entry per block. */
  kept: boolean[]
  level: PruningLevel
}

/** Returns the main content of a page as the view shows it. For a page with text, it is never empty. */
export function findMainContent(document: Document, view: PageView): MainContent {
  const body = bodyOf(document)
  if (!body) return { roots: [], removed: new Set(), confidence: 0, analysis: null }
  const facts = readPageFacts(document)
  const page = composePage(body, view, new StatedWords(facts))
  const kind = estimatePageKind(facts, page)
  const alike = findAlike(page)
  const chances = smoothChances(alike, estimateChances(page, alike, facts, kind))
  const choice = chooseBlocks(chances, alike.weights)
  const whole = { ...choice, kept: keepTogether(page, chances, choice.kept, kind.kind) }
  const { kept, level, confidence } = keepEnough(page, chances, whole)
  keepPageHeading(page.blocks, kept, facts.url)
  const frames = new Set([...findForeignFrames(document).keys()].filter((frame) => !view.leavesOut(frame)))
  const { root, removed } = findRemoval(page, kept, frames)
  return { roots: [root], removed, confidence, analysis: { page, kind, chances, kept, level } }
}

let models: { blocks: TreeScorer; context: TreeScorer } | undefined

/** Returns a chance per block: the mean of two models, the second of which uses the first's chances. They err on different pages. */
function estimateChances(
  page: PageComposition,
  alike: AlikeBlocks,
  facts: PageFacts,
  kind: PageKindEstimate,
): Float64Array {
  models ??= {
    blocks: new TreeScorer(unpackTrees(blockWeights), blockRowShape),
    context: new TreeScorer(unpackTrees(contextWeights), contextRowShape),
  }
  const count = page.blocks.length
  const alone = models.blocks.score(new BlockFeatures(page, facts, kind.chances), count)
  const context = new ContextFeatures(page, alike, alone.map(chanceOf), kind.chances)
  const among = models.context.score(context, count)
  for (let n = 0; n < count; n++) alone[n] = chanceOf(((alone[n] as number) + (among[n] as number)) / 2)
  return alone
}

/** Returns the `body`, or the `frameset` that replaces it: the parser makes either a child of `html`. */
export function bodyOf({ root }: Document): Element | null {
  return root.children.find(isElement)?.children.find(isBody) ?? null
}

function isBody(node: AnyNode): node is Element {
  return isElement(node) && (node.name === 'body' || node.name === 'frameset')
}
