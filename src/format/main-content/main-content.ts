/** Finds the main content of a page: estimates the chance that each text block is content, then keeps the best set of blocks. */

import type { AnyNode, Element } from 'domhandler'
import { lazy } from '../../base/once.ts'
import type { Document } from '../../html/document.ts'
import { elementsBelow } from '../../html/page-elements.ts'
import { isElement } from '../../html/traverse.ts'
import { findForeignFrames } from '../../html/visibility/foreign-frames.ts'
import type { PageView } from '../../html/visibility/page-view.ts'
import { BlockFeatures, columns } from './block-features.ts'
import { sumOver, weightOf } from './block-sums.ts'
import { composePage, type MainContentBlock, type PageComposition } from './blocks.ts'
import { chooseBlocks } from './choice.ts'
import { correctChoice, type PruningLevel } from './corrections.ts'
import { type PageFacts, readPageFacts } from './page-facts.ts'
import { keepPageHeading } from './page-heading.ts'
import { estimatePageKind, type PageKind, type PageKindEstimate } from './page-kind.ts'
import { findRemoval } from './removal.ts'
import type { MainContentSection } from './sections.ts'
import { StatedWords } from './text-counts.ts'
import { chanceOf, rowsAtOnce, TreeModel } from './tree-model.ts'
import { blockWeights } from './weights.ts'

export interface MainContent {
  /** The outermost elements to convert, in document order. Empty if the page has no body. */
  roots: Element[]
  /** Elements and text nodes that aren't content, in and below the roots. */
  removed: ReadonlySet<AnyNode>
  /** Expected F1 of the content, from 0 to 1. */
  confidence: number
  furtherArticles: number
  /** How the content was found; null if the page has no body. */
  analysis: MainContentAnalysis | null
}

export interface MainContentAnalysis {
  page: PageComposition
  kind: PageKindEstimate
  /** The chance that each block is content, from 0 to 1. */
  chances: Float64Array
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
  keepPageHeading(page, chances, kept, { url: facts.url, view, kind: kind.kind })
  const furtherArticles = dropFurtherArticles(page, kept)
  const frames = new Set([...findForeignFrames(document).keys()].filter((frame) => !view.leavesOut(frame)))
  const { root, removed } = findRemoval(page, kept, frames)
  return { roots: [root], removed, confidence, furtherArticles, analysis: { page, kind, chances, kept, level } }
}

/** Gives text that style sheets hide from the reader no chance, so that it doesn't count in the choice. */
function dropHidden({ blocks, sections }: PageComposition, view: PageView, chances: Float64Array): void {
  const isHidden = new Uint8Array(sections.length)
  for (const { number, parent, element, first, last } of sections) {
    if (first < last && ((parent && isHidden[parent.number]) || view.leavesOut(element))) isHidden[number] = 1
  }
  blocks.forEach(({ section }, n) => {
    if (isHidden[section.number]) chances[n] = 0
  })
}

const model = lazy(() => new TreeModel(blockWeights))

function estimateChances(page: PageComposition, facts: PageFacts, kind: PageKindEstimate): Float64Array {
  const features = new BlockFeatures(page, facts, kind.chances)
  const width = columns.length
  const rows = new Float32Array(rowsAtOnce * width)
  for (let row = 0; row < rowsAtOnce; row++) features.putPage(rows.subarray(row * width))
  const chances = new Float64Array(page.blocks.length)
  const trees = model()
  for (let first = 0; first < chances.length; first += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, chances.length - first)
    for (let row = 0; row < count; row++) features.put(first + row, rows, row * width)
    chances.set(trees.score(rows, width, count).map(chanceOf), first)
  }
  return chances
}

/** Returns the `body`, or the `frameset` that replaces it. The parser makes either one a child of `html`. */
export function bodyOf({ root }: Document): Element | null {
  const html = root.children.find(isElement)
  return html?.children.filter(isElement).find(({ name }) => name === 'body' || name === 'frameset') ?? null
}

const minWords = 100

/** Drops further articles: siblings, with an `h1` and text, of the article with the page's title as `h1`. Returns their number. */
function dropFurtherArticles({ blocks, sections, counts }: PageComposition, kept: boolean[]): number {
  const elements = sections.filter(({ element }) => element.name === 'article')
  const articles = elements.flatMap((section) => {
    let [words, heading, count] = [0, -1, 0]
    for (let n = section.first; n < section.last; n++) {
      if (kept[n]) words += blocks[n]?.words ?? 0
      if (blocks[n]?.section.element.name === 'h1') [heading, count] = [n, count + 1]
    }
    const isTitle = heading >= 0 && (counts.inTitle[heading] as number) >= (blocks[heading]?.words ?? 0)
    return count === 1 && words >= minWords ? [{ section, isTitle }] : []
  })
  const [own, ...further] = articles
  if (!own?.isTitle || further.some(({ section, isTitle }) => isTitle || section.parent !== own.section.parent))
    return 0
  for (const { section } of further) kept.fill(false, section.first, section.last)
  return further.length
}

const minAlike = 3
const pull = 0.5
const maxScore = 14

/** On a thread, moves each chance halfway to the mean of the blocks with the same path, in scores. */
export function evenOut({ blocks, pathCount }: PageComposition, chances: Float64Array, kind: PageKind): void {
  if (kind !== 'forum') return
  const paths = Array.from({ length: pathCount }, () => ({ count: 0, weight: 0, sum: 0 }))
  const scores = chances.map((chance) => Math.max(-maxScore, Math.min(maxScore, Math.log(chance / (1 - chance)))))
  const pathOf = ({ section }: MainContentBlock) => paths[section.group.path] as (typeof paths)[number]
  blocks.forEach((block, n) => {
    const path = pathOf(block)
    path.count++
    path.weight += weightOf(block)
    path.sum += weightOf(block) * (scores[n] as number)
  })
  blocks.forEach((block, n) => {
    const { count, weight, sum } = pathOf(block)
    const score = scores[n] as number
    if (count >= minAlike) chances[n] = 1 / (1 + Math.exp(pull * (score - sum / weight) - score))
  })
}

const adLabel =
  /^\W*(?:anzeige|werbung|advertisement|advertising|publicidad|publicité|pubblicità|publicidade|reklama|advertentie|annons|реклама|広告|广告|廣告|광고)(?:\P{L}+(?:scroll to continue|continue reading below|article continues below))?\P{L}*$/iu
const relatedHeading =
  /^\W*(?:related(?: (?:posts?|articles?|stories|content|reading|news))?|(?:you (?:may|might) also|more) (?:like|enjoy)|more (?:from|stories|articles|posts)|(?:read|up) next|recommended(?: (?:posts|articles|stories|reading|for you))?|similar (?:posts|articles)|(?:ähnliche|verwandte|weitere) (?:beiträge|artikel)|das könnte .{1,30}|articles? (?:liés|similaires)|à lire aussi|(?:artículos|entradas|artigos|posts) relacionad[oa]s|te puede interesar|articoli correlati|potrebbe interessarti.{0,10}|gerelateerde (?:berichten|artikelen)|похожие .{1,20}|читайте также|関連記事|相关(?:文章|阅读)|관련 ?기사)\P{L}*$/iu
/** Here the words are data. */
const partElements = new Set(['td', 'th', 'li', 'dt', 'dd', 'caption'])
const maxBoxChars = 360
const minTextWords = 60
const minCards = 2
const fieldNames = new Set(['input', 'textarea', 'select'])
const buttonType = /^(?:hidden|submit|checkbox|button|image)$/i

/** Changes `kept`. Only text above a part shows that the part isn't the content itself. */
function dropNoise(page: PageComposition, kept: boolean[]): void {
  const { blocks, sections, sums } = page
  let words = 0
  for (let n = 0; n < blocks.length; n++) {
    const block = blocks[n] as MainContentBlock
    if (!kept[n]) continue
    if (words >= minTextWords && block.section.isHeading && relatedHeading.test(block.text)) {
      const end = endOfCards(page, n)
      kept.fill(false, n, end)
    } else if (!partElements.has(block.section.element.name) && adLabel.test(block.text)) kept[n] = false
    if (kept[n]) words += weightOf(block)
  }
  if (words < 2 * minTextWords) return
  let last = 0
  for (const section of sections) {
    if (
      section.controls === 0 ||
      section.first < last ||
      sumOver(sums.chars, section) > maxBoxChars ||
      !asksForEmail(section)
    )
      continue
    last = section.last
    kept.fill(false, section.first, last)
  }
}

/** Returns the index after the cards below a heading: linked headings that look alike, with their summaries. */
function endOfCards({ blocks, sums }: PageComposition, heading: number): number {
  let [end, cards, path] = [heading + 1, 0, -1]
  for (let n = heading + 1; n < blocks.length; n++) {
    const { section, linked, chars } = blocks[n] as MainContentBlock
    if (!section.isHeading) continue
    if (linked < chars / 2 || (path >= 0 && section.group.path !== path)) break
    path = section.group.path
    cards++
    end = n
  }
  if (cards < minCards || sumOver(sums.chars, { first: heading, last: end }) > maxBoxChars * cards) return heading
  // The last card has as many blocks as the others have at most.
  const card = (blocks[end] as MainContentBlock).section.parent
  return Math.max(end + 1, card?.last ?? 0)
}

function asksForEmail({ element }: MainContentSection): boolean {
  const fields = elementsBelow(element).filter(
    ({ name, attribs }) => fieldNames.has(name) && !buttonType.test(attribs.type ?? ''),
  )
  return fields.length === 1 && fields[0]?.attribs.type === 'email'
}
