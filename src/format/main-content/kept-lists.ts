/** Keeps the parts of a text that read least like one: lists among its paragraphs, and the recipe that it leads to. */

import type { Element } from 'domhandler'
import { isEmbeddedPost, type Purpose, purposes } from '../../html/class-names.ts'
import { isHeadingElement } from '../../html/elements.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import type { MainContentSection } from './sections.ts'

const listElements = new Set(['ul', 'ol', 'dl'])
const notesName = /(?:^|\s)(?:foot|end)notes?(?:\s|$)/i
const indexesOf = (...names: Purpose[]) => names.map((name) => purposes.indexOf(name))
const otherPurposes = indexesOf('nav', 'related', 'comment', 'share', 'ad', 'form')
const listPurposes = [...otherPurposes, ...indexesOf('pager', 'tags')]
const minTextWords = 20
const minListChance = 0.1

/**
 * Keeps a list or an embedded post, and the headings directly above it, if it continues a text: the elements before it, in the same parent as the kept
 * paragraphs, are all kept. A list whose name says that it isn't part of the text, or with hardly any chance, stays out.
 */
export function keepListsOfText({ blocks, sections }: PageComposition, chances: Float64Array, kept: boolean[]): void {
  const textWords = new Int32Array(sections.length)
  blocks.forEach(({ section, words }, n) => {
    if (kept[n] && section.parent && section.element.name === 'p') (textWords[section.parent.number] as number) += words
  })
  /** For each section with text, where the text that continues up to here has kept everything but headings; -1 after a gap. */
  const continues = new Int32Array(sections.length).fill(-1)
  for (const section of sections) {
    const { parent, first, last, element } = section
    if (isEmbeddedPost(element) && kept.slice(first, last).includes(true)) kept.fill(true, first, last)
    if (first === last || !parent || (textWords[parent.number] as number) < minTextWords) continue
    const isContinued = continues[parent.number] as number
    if (kept.slice(first, last).includes(true)) continues[parent.number] = last
    else if (isContinued < 0) continue
    else if (
      isEmbeddedPost(element) ||
      ((listElements.has(element.name) || notesName.test(element.attribs.class ?? '')) && mayContinue(section, chances))
    ) {
      kept.fill(true, isContinued, last)
      continues[parent.number] = last
    } else if (!isHeading(section, blocks)) continues[parent.number] = -1
  }
}

function isHeading({ first, last }: MainContentSection, blocks: readonly MainContentBlock[]): boolean {
  return last - first === 1 && isHeadingElement((blocks[first] as MainContentBlock).section.element)
}

function mayContinue(list: MainContentSection, chances: Float64Array): boolean {
  if (listPurposes.some((purpose) => list.marks[purpose] === list.depth)) return false
  const { first, last } = list
  return chances.slice(first, last).reduce((sum, chance) => sum + chance, 0) >= minListChance * (last - first)
}

const recipeName = /(?:^|[\s/_-])recipes?(?:[\s_-]|$)/i
const ingredientsName = /ingredient/i
const minRecipeChance = 0.08
const isNamed = ({ attribs: { class: names = '', id = '', itemtype = '', itemprop = '' } }: Element, name: RegExp) =>
  name.test(names) || name.test(id) || name.test(itemtype) || name.test(itemprop)

/**
 * Keeps the whole card of a recipe in a longer page: the outermost element that is named or marked as a recipe, has ingredients and doesn't
 * have the page's heading. Its amounts, times and short steps don't read like prose. Its forms and links stay out.
 */
export function keepRecipe({ blocks, sections }: PageComposition, chances: Float64Array, kept: boolean[]): void {
  const headings = new Set<MainContentSection>()
  for (const { section } of blocks)
    if (section.element.name === 'h1') for (let up = section.parent; up; up = up.parent) headings.add(up)
  const first = sections.find((section) => section.last > section.first && isNamed(section.element, ingredientsName))
  let card: MainContentSection | null = null
  for (let up = first ?? null; up && !headings.has(up); up = up.parent) if (isNamed(up.element, recipeName)) card = up
  if (card === null || !kept.includes(true)) return
  for (let n = card.first; n < card.last; n++) {
    const { section, linked, chars } = blocks[n] as MainContentBlock
    const isOther = otherPurposes.some(
      (purpose) => (section.marks[purpose] as number) > (card as MainContentSection).depth,
    )
    if (!isOther && linked < chars / 2 && (chances[n] as number) >= minRecipeChance) kept[n] = true
  }
}
