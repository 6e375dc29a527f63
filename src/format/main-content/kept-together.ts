/** Keeps or drops related blocks together: tables, lists, rows of facts, a heading with its text. */

import type { Element } from 'domhandler'
import { admonitionKind } from '../../html/class-names.ts'
import { hasElement } from '../../html/traverse.ts'
import { includesKept, weigh, weightOf } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import { boxPurposes, keepListsOfText, keepRecipe } from './kept-lists.ts'
import { keepQuestions } from './kept-questions.ts'
import type { PageKind } from './page-kind.ts'
import type { MainContentSection } from './sections.ts'

/** Returns the choice, adjusted so that tables and lists stay whole and kept text keeps its headings and code. */
export function keepTogether(
  page: PageComposition,
  chances: Float64Array,
  kept: readonly boolean[],
  kind: PageKind,
): boolean[] {
  const { blocks, sections } = page
  const whole = [...kept]
  const isDone = new Uint8Array(sections.length)
  const minChance = minLabelChances[kind] ?? 0
  const isDecided = new Uint8Array(blocks.length)
  const chosen = blocks.reduce((sum, block, n) => sum + (kept[n] ? weightOf(block) : 0), 0)
  const draft = { blocks, chances, kept: whole, kind }
  const candidates =
    kind === 'forum' ? sections.filter((section) => isTableInPost(section, { blocks, kept })) : sections
  for (const section of candidates) {
    if (section.parent && isDone[section.parent.number]) isDone[section.number] = 1
    else if (section.last - section.first > 1 && wholeElements.has(section.role) && isWhole(blocks, section)) {
      isDone[section.number] = 1
      isDecided.fill(1, section.first, section.last)
      keepOrDrop(section, draft, chosen)
    }
  }
  keepBetween(draft)
  blocks.forEach((block, n) => {
    if (whole[n] && !isDecided[n] && (chances[n] as number) < minChance && isLabel(block)) whole[n] = false
  })
  keepSentences(draft)
  keepRows(page, chances, whole)
  keepParts(draft)
  keepListsOfText(page, chances, whole, kind)
  keepRecipe(page, chances, whole)
  keepQuestions(page, chances, whole, kind)
  keepHeadings(draft)
  return whole
}

/** A page's blocks with their chances, and the choice that the rules change. */
interface Draft {
  blocks: readonly MainContentBlock[]
  chances: Float64Array
  kept: boolean[]
  kind: PageKind
}

const wholeElements = new Set(['table', 'ul', 'ol', 'dl', 'pre'])
const maxWordsPerBlock = 60

/** A thread's lists hold its posts, and its tables hold user details, except for a table with headings in the middle of a post. */
function isTableInPost(
  { element, first, last }: MainContentSection,
  { blocks, kept }: { blocks: readonly MainContentBlock[]; kept: readonly boolean[] },
): boolean {
  if (element.name !== 'table' || !isAfterKept(kept, first) || !isBeforeKept(kept, last)) return false
  return blocks.slice(first, last).some(({ section }) => section.element.name === 'th')
}

/** Returns false for a table or list of long passages, which is used for layout. Its parts are chosen one by one. */
function isWhole(blocks: readonly MainContentBlock[], { first, last }: MainContentSection): boolean {
  const words = blocks.slice(first, last).reduce((sum, block) => sum + block.words, 0)
  return words / (last - first) <= maxWordsPerBlock
}

/** Kinds of pages that consist of one continuous text. Anything in the middle of that text is probably part of it. */
const textKinds = new Set<PageKind>(['article', 'documentation', 'product'])
const minListChanceAmongText = 0.25
/** Low, because facts don't read like prose. */
const minFactsChance = 0.15
/** Minimum chance for a list of facts in the middle of the text. A table there may be a table of contents. */
const minFactsChanceAmongText = 0.08
const factElements = new Set(['table', 'dl'])
const minKeptShare = 0.5
/** Minimum for a list on a page that is one long text. A list in that text is already kept by `minChanceAmongText`. */
const minKeptShareOfList = 0.65

/** A list with more of the chosen words than this isn't dropped as a whole, because it is the content itself. */
const maxDroppedShare = 0.5

/**
 * Decides by the majority of words. A small chance is enough between kept blocks or after product text. `chosen`: the number of words that
 * the choice keeps on the page.
 */
function keepOrDrop(section: MainContentSection, { blocks, chances, kept, kind }: Draft, chosen: number): void {
  const { element, role, first, last } = section
  const { words: all, hits } = weigh(blocks, chances, section)
  const inKept = blocks.slice(first, last).reduce((sum, block, n) => sum + (kept[first + n] ? weightOf(block) : 0), 0)
  const isFacts = factElements.has(role)
  const isOfText = textKinds.has(kind)
  const isAfterText = isAfterKept(kept, first)
  const isAmongText = isOfText && isAfterText && (isBeforeKept(kept, last) || kind === 'product')
  const isMostlyKept = inKept > (isOfText && !isFacts ? minKeptShareOfList : minKeptShare) * all
  const isNearText = isFacts
    ? isAfterText && hits > (isAmongText && element.name === 'dl' ? minFactsChanceAmongText : minFactsChance) * all
    : isAmongText && hits > minListChanceAmongText * all
  const isKept = isMostlyKept || isNearText
  if (isKept || inKept <= maxDroppedShare * chosen) kept.fill(isKept, first, last)
}

const nearBlocks = 3
const isAfterKept = (kept: readonly boolean[], n: number) => includesKept(kept, n - nearBlocks, n)
const isBeforeKept = (kept: readonly boolean[], n: number) => includesKept(kept, n, n + nearBlocks)

const maxWordsBetween = 12
const minChanceBetween = 0.15
const minSentenceChance = 0.3
/** A post or a chart that a script would load has at most these words. @see script-results.ts */
const maxEmbedWords = 2

/** Keeps a few words between two kept blocks, such as a byline, unless their chance is tiny or they are links. A caption may be a link. */
function keepBetween({ blocks, chances, kept }: Draft): void {
  let start = blocks.length
  for (let n = 0; n < blocks.length; n++) {
    if (!kept[n]) continue
    let words = 0
    for (let k = start + 1; k < n && words <= maxWordsBetween; k++) {
      const block = blocks[k] as MainContentBlock
      const isFigure = isOfFigure(block.section)
      const isLikely = (block.linked === 0 || isFigure) && (chances[k] as number) >= minChanceBetween
      words += isLikely || (isFigure && block.words <= maxEmbedWords) ? block.words : Number.POSITIVE_INFINITY
    }
    if (words <= maxWordsBetween) kept.fill(true, start + 1, n)
    start = n
  }
}

const minCodeChance = 0.1
const minAdmonitionChance = 0.15

/** Keeps code and admonitions that closely follow kept text. They don't read like prose, so their own chances are low. */
function keepParts({ blocks, chances, kept }: Draft): void {
  blocks.forEach(({ section, linked, chars }, n) => {
    if (kept[n] || !isAfterKept(kept, n)) return
    const chance = chances[n] as number
    if (section.element.name === 'pre') kept[n] = chance >= minCodeChance
    else kept[n] = chance >= minAdmonitionChance && linked < chars / 2 && isInAdmonition(section)
  })
}

/** True for an admonition, and up to two levels inside one. */
function isInAdmonition({ element, parent, marks }: MainContentSection, levels = 2): boolean {
  if (admonitionKind(element) !== null) return !boxPurposes.some((purpose) => marks.includes(purpose))
  return levels > 0 && parent !== null && isInAdmonition(parent, levels - 1)
}

const maxRowWords = 12
const minRowsChance = 0.27

/** Next to kept text, keeps rows with a label and its value, such as "Beds 3" and "Baths 2". They form a table made of other elements. */
function keepRows({ blocks, texts }: PageComposition, chances: Float64Array, kept: boolean[]): void {
  const isRow = ({ firstText, linked, words }: MainContentBlock, n: number) =>
    linked === 0 && words <= maxRowWords && (blocks[n + 1]?.firstText ?? texts.length) - firstText === 2
  for (let first = 0, last = 0; first < blocks.length; first = Math.max(last, first + 1)) {
    const { group } = (blocks[first] as MainContentBlock).section
    let sum = 0
    for (last = first; last < blocks.length; last++) {
      const block = blocks[last] as MainContentBlock
      if (block.section.group !== group || !isRow(block, last)) break
      sum += chances[last] as number
    }
    const isLikely = last - first > 1 && sum >= minRowsChance * (last - first)
    if (isLikely && includesKept(kept, first - 1, last + 1)) kept.fill(true, first, last)
  }
}

/** Keeps a paragraph that ends as a sentence directly after a kept paragraph of the same element, such as the last one of a text. */
function keepSentences({ blocks, chances, kept }: Draft): void {
  blocks.forEach(({ section: { element, parent }, text, linked, chars }, n) => {
    const before = kept[n] || !kept[n - 1] ? undefined : blocks[n - 1]?.section
    if (before?.parent !== parent || before?.element.name !== 'p' || element.name !== 'p') return
    if ((chances[n] as number) >= minSentenceChance && linked < chars / 2 && /[.!?。！？]$/.test(text)) kept[n] = true
  })
}

const maxLabelWords = 6
/**
 * Labels below these chances are dropped, because a page's threshold is tuned to its long blocks. Text in a thread's posts gets higher
 * chances than it should. On pages that list things, shops or services, labels are content.
 */
const minLabelChances: Partial<Record<PageKind, number>> = { article: 0.5, documentation: 0.5, forum: 0.65 }

/** Captions, names of code and the source of a quote belong to what they name. */
const isCaption = ({ element: { name }, parent }: MainContentSection) =>
  name.endsWith('caption') || (name === 'footer' && parent?.element.name === 'blockquote')
/** The options of a question aren't labels either. */
const isLabel = ({ words, section, linked, chars }: MainContentBlock) =>
  words <= maxLabelWords &&
  !section.isHeading &&
  !(isCaption(section) && linked < chars / 2) &&
  !isOfFigure(section) &&
  !hasOptions(section)
const isOfFigure = ({ element: { name } }: MainContentSection) => name === 'figure' || name === 'figcaption'

const maxNodes = 20
const hasOptions = ({ element, controls }: MainContentSection) =>
  controls > 1 && hasElement(element, isOption, maxNodes)
const isOption = ({ name, attribs }: Element) => name === 'input' && attribs.type === 'radio'

const minHeadingChance = 0.12
/** On a collection page, most headings belong to cards, and some of those cards link to other pages. */
const minLoneHeadingChance = 0.7

/** Keeps the headings above kept text. On a collection page, others need a high chance. In an article, they go with what they head. */
function keepHeadings({ blocks, chances, kept, kind }: Draft): void {
  let isNextKept = false
  let nextLevel = 9
  for (let n = blocks.length - 1; n >= 0; n--) {
    const { section, words, linked, text } = blocks[n] as MainContentBlock
    if (!section.isHeading) {
      // A date may be between a heading and its text.
      if (!kept[n] && words <= maxLabelWords && linked === 0 && /\d/.test(text)) continue
      isNextKept = kept[n] === true
      nextLevel = 9
      continue
    }
    const level = Number(section.role[1])
    // A heading has no text if another heading of the same or a higher level directly follows it.
    const hasText = isNextKept && level < nextLevel
    const chance = chances[n] as number
    if (hasText && chance >= minHeadingChance) kept[n] = true
    if (!hasText && level > 1 && kind === 'collection' && chance < minLoneHeadingChance) kept[n] = false
    if (!isNextKept && level > 1 && kind === 'article' && headsDropped(blocks, n, kept)) kept[n] = false
    nextLevel = level
    isNextKept = kept[n] === true
  }
}

function headsDropped(blocks: readonly MainContentBlock[], heading: number, kept: readonly boolean[]): boolean {
  const { role: level, parent } = (blocks[heading] as MainContentBlock).section
  for (let n = heading + 1; n < (parent?.last ?? 0); n++) {
    const { role, isHeading } = (blocks[n] as MainContentBlock).section
    if (isHeading && role <= level) return n > heading + 1
    if (kept[n]) return false
  }
  return heading + 1 < (parent?.last ?? 0)
}
