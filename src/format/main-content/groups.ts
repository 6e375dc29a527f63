/** What stands and falls together: rows of a table, items of a list, a heading with its text, a label between two texts. */

import { isHeadingElement } from '../../document/elements.ts'
import type { Block, Composition, Section } from './blocks.ts'
import { weightOf } from './choice.ts'
import type { PageKind } from './page-kind.ts'

const wholes = new Set(['table', 'ul', 'ol', 'dl', 'pre'])
/** A table or list of longer cells lays out the page: its parts are judged by themselves. */
const longestCell = 60
const gapWords = 12
const gapChance = 0.15
const gapLinked = 0.5
const headingChance = 0.12
/** Above a text the title is more than a label only where it is likely part of it: it stands in `title` anyway. */
const titleChance = 0.2
const amongChance = 0.2
/** A table of facts is what a reader compares, however little it looks like text. */
const factsChance = 0.3
const nearBlocks = 3

/** Pages that are one text: what stands in the middle of it is likely part of it. A product's data belongs to its description. */
const textKinds = new Set<PageKind>(['article', 'documentation', 'product'])

/** `kept` with whole tables and lists, with the headings of what is kept, and a product with its name and price. */
export function keepTogether(
  { blocks, sections }: Composition,
  chances: Float64Array,
  kept: boolean[],
  kind: PageKind,
): boolean[] {
  const whole = [...kept]
  const done = new Set<Section>()
  for (const section of sections) {
    if (section.parent && done.has(section.parent)) done.add(section)
    else if (wholes.has(section.element.name) && section.last - section.first > 1 && isOneThing(blocks, section)) {
      done.add(section)
      settle(blocks, chances, section, whole, kind)
    }
  }
  if (kind === 'product') nameAndPrice(blocks, chances, whole)
  fillGaps(blocks, chances, whole)
  keepHeadings(blocks, chances, whole)
  return whole
}

function isOneThing(blocks: readonly Block[], { first, last }: Section): boolean {
  let words = 0
  for (let n = first; n < last; n++) words += blocks[n]?.words.length ?? 0
  return words / (last - first) <= longestCell
}

/** By the larger part of the words; between two texts that are kept, or behind a product's description, a small chance is enough. */
function settle(
  blocks: readonly Block[],
  chances: Float64Array,
  { element, first, last }: Section,
  kept: boolean[],
  kind: PageKind,
): void {
  let hits = 0
  let inKept = 0
  let words = 0
  for (let n = first; n < last; n++) {
    const weight = weightOf(blocks[n] as Block)
    words += weight
    hits += weight * (chances[n] as number)
    if (kept[n]) inKept += weight
  }
  const isBehind = kept.slice(Math.max(0, first - nearBlocks), first).includes(true)
  const isBefore = kept.slice(last, last + nearBlocks).includes(true)
  const isAmong = textKinds.has(kind) && isBehind && (isBefore || kind === 'product')
  const isFacts = isBehind && element.name === 'table' && hits > factsChance * words
  kept.fill(inKept > 0.5 * words || isFacts || (isAmong && hits > amongChance * words), first, last)
}

/** A few words between two texts that are kept go with them, unless they are surely none, or lead away: an author, tags, replies. */
function fillGaps(blocks: readonly Block[], chances: Float64Array, kept: boolean[]): void {
  let start = -1
  for (let n = 0; n < blocks.length; n++) {
    if (!kept[n]) continue
    if (start >= 0 && n - start > 1) {
      let words = 0
      let chars = 0
      let linked = 0
      let lowest = 1
      for (let k = start + 1; k < n; k++) {
        const block = blocks[k] as Block
        words += block.words.length
        chars += block.chars
        if (!isItem(block.section)) linked += block.linked
        lowest = Math.min(lowest, chances[k] as number)
      }
      if (words <= gapWords && lowest >= gapChance && linked <= gapLinked * chars) kept.fill(true, start + 1, n)
    }
    start = n
  }
}

/** A link in a list is one of its items. */
function isItem({ element, parent }: Section): boolean {
  return element.name === 'li' || parent?.element.name === 'li'
}

/** A heading is kept with what it introduces. */
function keepHeadings(blocks: readonly Block[], chances: Float64Array, kept: boolean[]): void {
  let isNextKept = false
  let nextLevel = 9
  for (let n = blocks.length - 1; n >= 0; n--) {
    const { element } = (blocks[n] as Block).section
    if (!isHeadingElement(element)) {
      isNextKept = kept[n] === true
      nextLevel = 9
      continue
    }
    const level = Number(element.name[1])
    // Above a heading of its own level it introduces nothing.
    const introduces = isNextKept && level < nextLevel
    if (introduces && (chances[n] as number) >= (level === 1 ? titleChance : headingChance)) kept[n] = true
    nextLevel = level
    isNextKept = kept[n] === true
  }
}

const price = /[$€£¥₹]\s?\d|\d\s?(?:[$€£¥]|USD|EUR|GBP)/
const priceChance = 0.25

/** Few words, but what a reader of the page came for. */
function nameAndPrice(blocks: readonly Block[], chances: Float64Array, kept: boolean[]): void {
  const name = blocks.findIndex(({ section }) => section.element.name === 'h1')
  if (name < 0) return
  if ((chances[name] as number) >= 0.1) kept[name] = true
  for (let n = name + 1; n < Math.min(blocks.length, name + 15); n++) {
    const { text, words } = blocks[n] as Block
    if (words.length <= 8 && price.test(text) && (chances[n] as number) >= priceChance) kept[n] = true
  }
}
