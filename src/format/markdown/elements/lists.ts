/** Converts lists and their items: markers, numbers, indentation, check boxes. */

import type { ChildNode, Element } from 'domhandler'
import { integerIn } from '../../../html/elements.ts'
import { isElement } from '../../../html/traverse.ts'
import { indentedLevels, indentLines, type MarkdownRule, maxIndentedLevels } from '../syntax/markdown-rule.ts'
import { bulletListMarker } from '../syntax/turndown.ts'

const letters = (number: number): string =>
  number < 1 ? '' : letters(Math.floor((number - 1) / 26)) + 'abcdefghijklmnopqrstuvwxyz'.charAt((number - 1) % 26)
const romanDigits = 'm cm d cd c xc l xl x ix v iv i'.split(' ')
const romanValues = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
/** As in browsers, there are no Roman numerals from 4000 on. */
function romans(number: number): string {
  const digit = number < 4000 ? romanValues.findIndex((value) => value <= number) : -1
  return digit < 0 ? '' : romanDigits[digit] + romans(number - (romanValues[digit] as number))
}
/** The labels of items by the `type` of their list. Text refers to them as "(a)". */
const labelsByType = new Map<string, (number: number) => string>([
  ['a', letters],
  ['A', (number) => letters(number).toUpperCase()],
  ['i', romans],
  ['I', (number) => romans(number).toUpperCase()],
])

const list: MarkdownRule = {
  display: 'block',
  isList: true,
  applies: (element, context) =>
    !context.survey.footnotes.lists.has(element) && indentedLevels(context) < maxIndentedLevels,
  open({ name, attribs, children }, { output, lists, view }) {
    const isOrdered = name === 'ol'
    const step = attribs.reversed === undefined ? 1 : -1
    const isItem = (child: ChildNode) => isElement(child) && child.name === 'li' && !view.leavesOut(child)
    const start = integerIn(attribs.start) ?? (step === 1 ? 1 : children.filter(isItem).length || 1)
    // Markdown has no letters and no numbers below 0, so those of such a list are text.
    const labels = isOrdered ? (labelsByType.get(attribs.type ?? '') ?? (start < 0 ? () => '' : null)) : null
    const isNumbered = isOrdered && labels === null
    // Only a list that starts at 1 can follow its item's text without a blank line. @see CommonMark 5.3
    if (output.isDirectlyInItem && (!isNumbered || start === 1)) output.limitBreaks(1)
    // Two adjacent lists would merge, so the second gets a different marker. @see CommonMark 5.3
    const [usual, other] = isNumbered ? ['.', ')'] : [bulletListMarker, '*']
    const mark = output.listMarkBefore === usual ? other : usual
    lists.push({ next: isOrdered ? start : null, step, mark, marker: `${mark} `, labels, label: '' })
  },
  replacement(content, _, { output, lists }) {
    if (output.isDirectlyInItem) return `${content}\n\n`
    const around = lists.at(-2)
    if (output.isDirectlyInList && around) {
      output.limitBreaks(1)
      return `\n${output.isAtStart ? content : indentLines(`\n${content}`, around.marker.length).slice(1)}\n`
    }
    return `\n\n${content}\n\n`
  },
  close(_, { output, lists }) {
    output.endList(lists.pop()?.mark ?? '')
    if (output.isDirectlyInList) output.limitBreaks(1)
  },
}

const startsBlock = /^(?:`{3}|#{1,6} |[>|]|[-*+] |\d{1,9}[.)] )/

/** Gives an item its number or letter. Items that aren't written as items count too, so that the others keep theirs. */
export const countItem: NonNullable<MarkdownRule['open']> = ({ name, attribs, parent }, { lists, survey }) => {
  const list = lists.at(-1)
  if (!list || list.next === null || survey.footnotes.lists.has(parent as Element)) return
  if (name !== 'li' && attribs.role !== 'listitem') return
  const number = integerIn(attribs.value) ?? list.next
  list.next = number + list.step
  if (list.labels) list.label = `${list.labels(number) || `${number}${number < 0 ? '' : '\\'}`}. `
  else list.marker = `${Math.min(Math.max(number, 0), 999_999_999)}${list.mark} `
}

const item: MarkdownRule = {
  display: 'line',
  isItem: true,
  scope: 'item',
  applies: (_, { inside }) => inside.quote + inside.item < maxIndentedLevels,
  open: countItem,
  replacement(content, _, { lists, inside }) {
    if (/^\[[ x]\]$/.test(content)) return ''
    if (/^\[[ x]\]\n/.test(content)) {
      const text = content.slice('[ ]'.length).trimStart()
      // A check box starts a paragraph, so no other block can start on its line.
      content = startsBlock.test(text) ? text : `${content.slice(0, '[ ]'.length)} ${text}`
    }
    const { marker = `${bulletListMarker} `, label = '' } = lists.at(-1) ?? {}
    // The item may state its letter itself.
    if (label !== '' && !content.startsWith(label))
      content = startsBlock.test(content) ? `${label.trim()}\n\n${content}` : label + content
    const around = content.includes('\n\n') && !inside.cell ? '\n\n' : '\n'
    return `${around}${marker}${indentLines(content, marker.length)}${around}`
  },
}

const checkbox: MarkdownRule = {
  leaf({ attribs }, { output }) {
    if (attribs.type?.toLowerCase() !== 'checkbox') return ''
    if (!output.isDirectlyInItem || !output.isAtStart) return ''
    return attribs.checked === undefined ? '[ ]' : '[x]'
  },
  close: (_, { output }) => output.breakWord(),
}

export const listRules: Record<string, MarkdownRule> = {
  ul: list,
  ol: list,
  menu: list,
  dir: list,
  li: item,
  input: checkbox,
}
