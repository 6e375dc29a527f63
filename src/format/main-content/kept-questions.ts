/** Keeps questions with their answers near the text of an article. Their boxes make each of them less likely to be content. */

import type { Element } from 'domhandler'
import { hasElement, textOf } from '../../html/traverse.ts'
import { weigh } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import type { PageKind } from './page-kind.ts'
import type { MainContentSection, SectionGroup } from './sections.ts'

/** Alike siblings that are or begin with a question, from the first block to the last. */
interface QuestionList {
  count: number
  first: number
  last: number
  /** The section around them if the siblings are the questions alone, and the answers are between them. */
  around: MainContentSection | null
}

const minQuestions = 2
/** Words of a question with its answer, on average. */
const minItemWords = 8
const maxItemWords = 200
/** Room for headings and a short introduction. */
const nearBlocks = 6
/** Lower for pages of one continuous text. */
const minChances: Partial<Record<PageKind, number>> = { article: 0.2, documentation: 0.2 }
const minChance = 0.5
const minBlockChance = 0.1

/** Changes `kept`: keeps questions near kept text together with their answers, unless their mean chance is low. */
export function keepQuestions(
  { blocks, sections }: PageComposition,
  chances: Float64Array,
  kept: boolean[],
  kind: PageKind,
): void {
  // There they are questions of buyers and members.
  if (kind === 'product' || kind === 'forum') return
  for (const list of findLists(blocks, sections)) {
    const { count, first } = list
    const last = endOf(list, blocks)
    if (count < minQuestions || !kept.slice(Math.max(0, first - nearBlocks), last).includes(true)) continue
    const { words, hits } = weigh(blocks, chances, { first, last })
    if (words < minItemWords * count || words > maxItemWords * count) continue
    if (hits < (minChances[kind] ?? minChance) * words) continue
    for (let n = first; n < last; n++) {
      const { linked, chars } = blocks[n] as MainContentBlock
      if ((chances[n] as number) >= minBlockChance && linked < chars / 2) kept[n] = true
    }
  }
}

function findLists(blocks: readonly MainContentBlock[], sections: readonly MainContentSection[]): QuestionList[] {
  const lists: QuestionList[] = []
  const newest = new Map<SectionGroup, QuestionList>()
  for (const section of sections) {
    const { element, group, first, last, parent, controls } = section
    if (first === last || last - first > maxBlocks) continue
    const isAsked = isQuestion(blocks[first] as MainContentBlock)
    if (!isAsked && (controls === 0 || !hasElement(element, isAskedByButton, maxNodes))) continue
    const isAlone = isAsked && last - first === 1
    if (isAlone && !isLabel(section)) continue
    const before = newest.get(group)
    if (before && first - before.last <= (isAlone ? maxBlocks : maxBetween)) {
      before.count++
      before.last = last
      continue
    }
    const list = { count: 1, first, last, around: isAlone ? parent : null }
    newest.set(group, list)
    lists.push(list)
  }
  return lists
}

const maxBlocks = 20
/** Maximum number of blocks between two questions with their answers, such as those of an advertisement. */
const maxBetween = 2
const maxNodes = 20
const maxQuestionWords = 30
/** The question may end with the name of an icon of a font. */
const asks = /[?？](?:\P{L}{0,3}|\s*[a-z]+_[a-z_]+)$/u

const isQuestion = ({ text, words, linked, chars }: MainContentBlock) =>
  words <= maxQuestionWords && linked < chars / 2 && asks.test(text)
/** The labels of buttons aren't blocks. */
const isAskedByButton = (element: Element) => element.name === 'button' && asks.test(textOf(element))
const isLabel = ({ isHeading, element }: MainContentSection) => isHeading || /^(?:summary|dt|div)$/.test(element.name)

/** Returns the index after the last answer: where the section around the questions or the usual length of an answer ends. */
function endOf({ count, first, last, around }: QuestionList, blocks: readonly MainContentBlock[]): number {
  const end = Math.min(around?.last ?? last, last + Math.ceil((last - 1 - first) / (count - 1)) - 1)
  const path = (n: number) => blocks[n]?.section.group.path
  for (let n = last; n < end; n++) if (path(n) !== path(first + 1)) return n
  return Math.max(last, end)
}
