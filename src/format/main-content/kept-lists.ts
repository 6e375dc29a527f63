/** Keeps what belongs to kept text but doesn't read like text: lists, notes, boxes of labels, recipes. */

import type { Element } from 'domhandler'
import { isEmbeddedPost, type Purpose, purposes } from '../../html/class-names.ts'
import { type BlockSums, includesKept, sumOver } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import type { PageKind } from './page-kind.ts'
import { levelsTo, type MainContentSection } from './sections.ts'

const listElements = new Set(['ul', 'ol', 'dl'])
const notesName = /(?:^|\s)(?:foot|end)notes?(?:-list)?(?:\s|$)/i
const indexesOf = (...names: Purpose[]) => names.map((name) => purposes.indexOf(name))
const otherPurposes = indexesOf('nav', 'related', 'comment', 'share', 'ad', 'form')
const listPurposes = [...otherPurposes, ...indexesOf('pager', 'tags')]
/** Boxes with these purposes aren't admonitions, even if they are named like one. */
export const boxPurposes = [...listPurposes, ...indexesOf('toc', 'author')]
const minTextWords = 20
/** Enough for a parent with fewer words, such as a short README. */
const minShareOfText = 0.5
const minListChance = 0.1

/**
 * Keeps a list, a box of labels or an embedded post that directly follows kept text in the same parent, and any headings between them. The
 * parent must also contain enough words in kept paragraphs. A list isn't kept if its blocks are very unlikely to be content, or if its name
 * shows another purpose, such as navigation. In a thread, all posts that look alike count together, and may have no paragraphs.
 */
export function keepListsOfText(
  { blocks, sections, sums, pathCount }: PageComposition,
  chances: Float64Array,
  kept: boolean[],
  kind: PageKind,
): void {
  const isThread = kind === 'forum'
  const textWords = new Int32Array(isThread ? pathCount : sections.length)
  const placeOf = ({ group, number }: MainContentSection) => (isThread ? group.path : number)
  let keptWords = 0
  blocks.forEach(({ section, words }, n) => {
    if (kept[n]) keptWords += words
    const parent = section.element.name === 'p' ? section.parent : isThread ? section : null
    if (kept[n] && parent) (textWords[placeOf(parent)] as number) += words
  })
  /** For each section with text, where the text that continues up to here has kept everything but headings; -1 after a gap. */
  const continues = new Int32Array(sections.length).fill(-1)
  const minWords = Math.min(minTextWords, minShareOfText * keptWords)
  let done = 0
  const lastKept = kept.lastIndexOf(true)
  for (const section of sections) {
    const { parent, first, last, element } = section
    if (first === last || last <= done) continue
    if (isEmbeddedPost(element) && includesKept(kept, first, last)) kept.fill(true, first, last)
    if (!parent || (textWords[placeOf(parent)] as number) < minWords) continue
    const isAfterOwnText = isThread && kept[first - 1] && blocks[first - 1]?.section === parent
    const isContinued = isAfterOwnText ? first : (continues[parent.number] as number)
    const isPartlyKept = includesKept(kept, first, last)
    const mayAdd = () => {
      // In a thread, a definition list holds the details of a member.
      if (isThread && section.role === 'dl') return false
      // Below a text, labels without figures are usually buttons.
      const mayBeTiles = () => last <= lastKept || blocks.slice(first, last).some(({ text }) => /\d/.test(text))
      if (!isThread && isBoxOfLabels(section, sums) && mayContinue(section, chances, minBoxChance)) return mayBeTiles()
      // Outside threads, lists of labels are already whole, and the parts of long lists were chosen one by one.
      if (isPartlyKept && !isThread) return false
      const isList = listElements.has(section.role) || notesName.test(element.attribs.class ?? '')
      return isEmbeddedPost(element) || (isList && mayContinue(section, chances, minListChance))
    }
    if (isContinued >= 0 && mayAdd()) {
      kept.fill(true, isContinued, last)
      continues[parent.number] = last
      done = last
    } else if (isPartlyKept) continues[parent.number] = last
    else if (!isHeading(section, blocks)) continues[parent.number] = -1
  }
}

function isHeading({ first, last }: MainContentSection, blocks: readonly MainContentBlock[]): boolean {
  return last - first === 1 && (blocks[first] as MainContentBlock).section.isHeading
}

const maxBoxChars = 300
const minLabels = 3
const maxLabelChars = 40
const minBoxChance = 0.2

/** True for short texts without links or images, such as tiles with a number and its label. */
function isBoxOfLabels(section: MainContentSection, { chars, linked }: BlockSums): boolean {
  const [length, labels] = [sumOver(chars, section), section.last - section.first]
  if (labels < minLabels || length > Math.min(maxBoxChars, maxLabelChars * labels)) return false
  return sumOver(linked, section) === 0 && section.images + section.controls === 0
}

function mayContinue(list: MainContentSection, chances: Float64Array, minChance: number): boolean {
  if (listPurposes.some((purpose) => list.marks.includes(purpose))) return false
  const { first, last } = list
  return chances.slice(first, last).reduce((sum, chance) => sum + chance, 0) >= minChance * (last - first)
}

const recipeName = /(?:^|[\s/_-])recipes?(?:[\s_-]|$)/i
const ingredientsName = /ingredient/i
const minRecipeChance = 0.08

function isNamed({ attribs: { class: names, id, itemtype, itemprop } }: Element, name: RegExp): boolean {
  const isIn = (some: string | undefined) => some !== undefined && name.test(some)
  return isIn(names) || isIn(id) || isIn(itemtype) || isIn(itemprop)
}

/**
 * Keeps the whole card of a recipe in a longer page, because amounts, times and short steps don't read like prose. The card is the
 * outermost element that is named or marked as a recipe, and has ingredients but not the page's heading. Leaves out its forms and links.
 */
export function keepRecipe({ blocks, sections }: PageComposition, chances: Float64Array, kept: boolean[]): void {
  const first = sections.find((section) => section.last > section.first && isNamed(section.element, ingredientsName))
  if (first === undefined) return
  const headings = new Set<MainContentSection>()
  for (const { section } of blocks)
    if (section.element.name === 'h1') for (let up = section.parent; up; up = up.parent) headings.add(up)
  let card: MainContentSection | null = null
  for (let up: MainContentSection | null = first; up && !headings.has(up); up = up.parent)
    if (isNamed(up.element, recipeName)) card = up
  if (card === null || !kept.includes(true)) return
  for (let n = card.first; n < card.last; n++) {
    const { section, linked, chars } = blocks[n] as MainContentBlock
    const inCard = section.depth - card.depth
    const isOther = otherPurposes.some((purpose) => levelsTo(section, purpose) < inCard)
    if (!isOther && linked < chars / 2 && (chances[n] as number) >= minRecipeChance) kept[n] = true
  }
}
