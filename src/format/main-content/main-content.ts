/** Which part of a page is its content? Each block of text is judged in its surroundings, then the best set of blocks is kept. */

import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../../document/document.ts'
import { isElement, walk } from '../../document/traverse.ts'
import { type Composition, compose } from './blocks.ts'
import { type Choice, chooseBlocks, evenOut, weightOf } from './choice.ts'
import { keepMore, type Level } from './fallback.ts'
import { blockFeatures, columns } from './features.ts'
import { keepTogether } from './groups.ts'
import { factsOf } from './page-facts.ts'
import { type KindOfPage, kindOf } from './page-kind.ts'
import { cutOut } from './removal.ts'
import { totalsOf } from './totals.ts'
import { chanceOf, type TreeModel, unpackTrees } from './tree-model.ts'
import { blockWeights } from './weights.ts'

export interface MainContent {
  /** What to convert, outermost elements in document order. Empty when the page has no body. */
  roots: Element[]
  /** Elements and texts in and below the roots that are not content. */
  removed: ReadonlySet<AnyNode>
  /** 0 to 1: how sure it is that this is the content, all of it and nothing else. */
  confidence: number
  /** How it came about; null when the page has no body. */
  judgement: Judgement | null
}

export interface Judgement {
  page: Composition
  kind: KindOfPage
  /** Of each block: its chance to be content, and whether it was kept. */
  chances: Float64Array
  kept: boolean[]
  /** How much was pruned in the end: `loose` and less when too little was left. */
  level: Level
}

/** The main content of a page: never empty for a page that has text. */
export function findMainContent(document: Document, { keepsHidden = false } = {}): MainContent {
  const body = bodyOf(document)
  if (!body) return { roots: [], removed: new Set(), confidence: 0, judgement: null }
  const page = compose(body, { keepsHidden })
  const totals = totalsOf(page)
  const facts = factsOf(document)
  const kind = kindOf(facts, page, totals)
  const chances = judge(blockFeatures(page, totals, facts, kind.chances))
  const even = evenOut(page.blocks, chances)
  const choice: Choice = chooseBlocks(even, page.blocks.map(weightOf))
  const together = {
    ...choice,
    kept: keepTogether(page, even, choice.kept, kind.kind),
  }
  const { kept, level, confidence } = keepMore(page, even, together)
  const { root, removed } = cutOut(page, kept)
  return { roots: [root], removed, confidence, judgement: { page, kind, chances: even, kept, level } }
}

let model: TreeModel | undefined

function judge(rows: Float32Array): Float64Array {
  model ??= unpackTrees(blockWeights)
  const chances = new Float64Array(rows.length / columns.length)
  for (let n = 0; n < chances.length; n++) chances[n] = chanceOf(model, rows, n * columns.length)
  return chances
}

/** The first `body`, or the `frameset` that stands for it. */
export function bodyOf(document: Document): Element | null {
  let body: Element | null = null
  walk(document.root, (node) => {
    if (!body && isElement(node) && (node.name === 'body' || node.name === 'frameset')) body = node
    return body === null
  })
  return body
}
