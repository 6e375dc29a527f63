/** Finds the main content of a page: estimates the chance that each text block is content, then keeps the best set of blocks. */

import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../../html/document.ts'
import { isElement } from '../../html/traverse.ts'
import { findForeignFrames } from '../../html/visibility/foreign-frames.ts'
import type { PageView } from '../../html/visibility/page-view.ts'
import { evenOut } from './alike-blocks.ts'
import { BlockFeatures, columns } from './block-features.ts'
import { composePage, type PageComposition } from './blocks.ts'
import { type BlockChoice, chooseBlocks } from './choice.ts'
import { dropApart, type KeptBlocks, keepEnough, type PruningLevel } from './fallback.ts'
import { dropFurtherArticles } from './further-articles.ts'
import { keepTogether } from './kept-together.ts'
import { dropNoise } from './noise-in-text.ts'
import { type PageFacts, readPageFacts } from './page-facts.ts'
import { keepPageHeading } from './page-heading.ts'
import { estimatePageKind, type PageKind, type PageKindEstimate } from './page-kind.ts'
import { findRemoval } from './removal.ts'
import { StatedWords } from './stated-words.ts'
import { chanceOf, rowsAtOnce, TreeModel } from './tree-model.ts'
import { dropUnlikely } from './unlikely-parts.ts'
import { blockWeights } from './weights.ts'

export interface MainContent {
  /** The outermost elements to convert, in document order. Empty if the page has no body. */
  roots: Element[]
  /** Elements and text nodes that aren't content, in and below the roots. */
  removed: ReadonlySet<AnyNode>
  /** Expected F1 of the content, from 0 to 1. */
  confidence: number
  /** Number of further articles on the page that were left out. */
  furtherArticles: number
  /** How the content was found; null if the page has no body. */
  analysis: MainContentAnalysis | null
}

export interface MainContentAnalysis {
  page: PageComposition
  kind: PageKindEstimate
  /** The chance that each block is content, from 0 to 1. */
  chances: Float64Array
  /** One entry per block. */
  kept: boolean[]
  level: PruningLevel
}

/** Returns the main content of a page as the view shows it. Never empty for a page that has text. */
export function findMainContent(document: Document, view: PageView): MainContent {
  const body = bodyOf(document)
  if (!body) return { roots: [], removed: new Set(), confidence: 0, furtherArticles: 0, analysis: null }
  const facts = readPageFacts(document)
  const whole = view.forMainContent
  const page = composePage(body, whole, new StatedWords(facts))
  const kind = estimatePageKind(facts, page)
  const chances = estimateChances(page, facts, kind)
  evenOut(page, chances, kind.kind)
  if (whole !== view) dropHidden(page, view, chances)
  const choice = chooseBlocks(page, chances, kind.chances)
  const { kept, level, confidence } = correctChoice(page, chances, choice, kind.kind)
  if (kind.kind !== 'listing' && kind.kind !== 'collection') dropNoise(page, kept)
  keepPageHeading(page, chances, kept, { url: facts.url, view })
  const furtherArticles = dropFurtherArticles(page, kept)
  const frames = new Set([...findForeignFrames(document).keys()].filter((frame) => !view.leavesOut(frame)))
  const { root, removed } = findRemoval(page, kept, frames)
  return { roots: [root], removed, confidence, furtherArticles, analysis: { page, kind, chances, kept, level } }
}

/** Applies the rules that correct the choice of the models. */
export function correctChoice(
  page: PageComposition,
  chances: Float64Array,
  choice: BlockChoice,
  kind: PageKind,
): KeptBlocks {
  const likely = dropUnlikely(page, chances, dropApart(page, chances, choice), kind)
  return keepEnough(page, chances, { ...likely, kept: keepTogether(page, chances, likely.kept, kind) })
}

/** Gives text that style sheets hide from the reader no chance, so that it doesn't count in the choice. */
function dropHidden({ blocks, sections }: PageComposition, view: PageView, chances: Float64Array): void {
  const isHidden = new Uint8Array(sections.length)
  for (const { number, parent, element } of sections) {
    if ((parent && isHidden[parent.number]) || view.leavesOut(element)) isHidden[number] = 1
  }
  blocks.forEach(({ section }, n) => {
    if (isHidden[section.number]) chances[n] = 0
  })
}

let model: TreeModel | undefined

/** Returns the chance that each block is content, from 0 to 1. */
function estimateChances(page: PageComposition, facts: PageFacts, kind: PageKindEstimate): Float64Array {
  model ??= new TreeModel(blockWeights)
  const features = new BlockFeatures(page, facts, kind.chances)
  const width = columns.length
  const rows = new Float32Array(rowsAtOnce * width)
  for (let row = 0; row < rowsAtOnce; row++) features.putPage(rows.subarray(row * width))
  const chances = new Float64Array(page.blocks.length)
  for (let first = 0; first < chances.length; first += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, chances.length - first)
    for (let row = 0; row < count; row++) features.put(first + row, rows, row * width)
    const scores = model.score(rows, width)
    for (let row = 0; row < count; row++) chances[first + row] = chanceOf(scores[row] as number)
  }
  return chances
}

/** Returns the `body`, or the `frameset` that replaces it. The parser makes either one a child of `html`. */
export function bodyOf({ root }: Document): Element | null {
  return root.children.find(isElement)?.children.find(isBody) ?? null
}

function isBody(node: AnyNode): node is Element {
  return isElement(node) && (node.name === 'body' || node.name === 'frameset')
}
