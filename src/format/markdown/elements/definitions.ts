/** Converts definition lists to lists of `**term**: definition`, or to bold terms above their definitions if these are whole sections. */

import type { Element } from 'domhandler'
import { elementsBelow } from '../../../html/page-elements.ts'
import { isInertTemplate } from '../../../html/text-runs.ts'
import {
  closest,
  hasElement,
  isElement,
  isText,
  nextElement,
  previousElement,
  textOf,
  walk,
} from '../../../html/traverse.ts'
import {
  indentedLevels,
  indentLines,
  type MarkdownRule,
  maxIndentedLevels,
  type RuleContext,
} from '../syntax/markdown-rule.ts'
import { codeSpan, strongDelimiter } from '../syntax/turndown.ts'

// A list item can't hold a definition that contains one of these.
const sectionElements = new Set('h1 h2 h3 h4 h5 h6 table dl section article form figure iframe'.split(' '))
const termBlocks = new Set('p div ul ol pre blockquote img picture video br'.split(' '))

const isShown = (element: Element): boolean => closest(element, isInertTemplate) === null

/** True for a list whose terms are short lines and whose definitions are text, lists or code. */
function isSimple(list: Element): boolean {
  if (hasElement(list, (one) => sectionElements.has(one.name) && isShown(one))) return false
  if (list.children.some((child) => isText(child) && child.data.trim() !== '')) return false
  const below = elementsBelow(list)
    .filter(({ name }) => name === 'dt' || name === 'dd')
    .filter(isShown)
  const terms = below.filter(({ name }) => name === 'dt')
  const isShort = (term: Element) =>
    textOf(term).length < 300 && !hasElement(term, (one) => termBlocks.has(one.name) && isShown(one))
  return (
    terms.length > 0 &&
    below.some(({ name }) => name === 'dd') &&
    terms.every((one) => isShort(one) && !isSignature(one))
  )
}

/** True for a `dt` or `dd` whose `dl` is written as a list. A `div` may group them. */
function isInOpenList({ parent }: Element, { definitionLists }: RuleContext): boolean {
  const list = parent && isElement(parent) && parent.name === 'div' ? parent.parent : parent
  return list !== null && isElement(list) && definitionLists.has(list)
}

export const definitionList: MarkdownRule = {
  display: 'block',
  isList: true,
  applies: (element, context) =>
    isSimple(element) &&
    !context.survey.footnotes.lists.has(element) &&
    !context.inside.cell &&
    indentedLevels(context) < maxIndentedLevels,
  otherwise: { display: 'block' },
  open(element, { definitionLists, lists, output }) {
    if (output.isDirectlyInItem) output.limitBreaks(1)
    definitionLists.add(element)
    lists.push({ next: null, step: 1, mark: '-', labels: null, label: '', marker: '- ' })
  },
  replacement: (content) => `\n\n${content}\n\n`,
  close(element, { definitionLists, lists, output }) {
    definitionLists.delete(element)
    output.endList(lists.pop()?.mark ?? '')
  },
}

export const term: MarkdownRule = {
  display: 'line',
  scope: 'strong',
  applies: isInOpenList,
  otherwise: { delimiter: strongDelimiter, scope: 'strong', display: 'block', leaf: signatureMarkdown },
  open(element, { output }) {
    if (previousElement(element)?.name === 'dt') output.dropBreaks()
  },
  replacement(content, element, { inside }) {
    const text = content.replace(/\s*\n\s*/g, ' ').replace(/\s*[:：]$/, '')
    const bold =
      text.includes(strongDelimiter) || inside.strong || text === ''
        ? text
        : `${strongDelimiter}${text}${strongDelimiter}`
    if (previousElement(element)?.name === 'dt') return `, ${bold}`
    return `- ${bold}`
  },
}

export const definition: MarkdownRule = {
  display: 'line',
  isItem: true,
  applies: isInOpenList,
  otherwise: { display: 'block' },
  open(element, { output }) {
    if (sharesTermsLine(element)) output.dropBreaks()
  },
  replacement(content, element) {
    const before = previousElement(element)
    if (before?.name === 'dt' && !hasContent(before)) return `- ${indentLines(content, 2)}`
    if (!sharesTermsLine(element)) return `${before ? '  ' : ''}- ${indentLines(content, before ? 4 : 2)}`
    const opening = /^(?:([-+*] |\d+[.)] )|`{3}|> |\| )/.exec(content)
    if (opening) return `${opening[1] ? '\n' : '\n\n'}  ${indentLines(content, 2)}`
    return `${before && /[?？!.。]$/.test(textOf(before)) ? ' ' : ': '}${indentLines(content, 2)}`
  },
}

function hasContent(term: Element): boolean {
  return textOf(term) !== '' || term.children.some((child) => isElement(child) && child.name === 'img')
}

/** True for a definition that is the only one for its term. */
function sharesTermsLine(element: Element): boolean {
  const before = previousElement(element)
  return before?.name === 'dt' && hasContent(before) && nextElement(element)?.name !== 'dd'
}

function isSignature({ attribs }: Element): boolean {
  return /(?:^|\s)sig(?:\s|$)/.test(attribs.class ?? '')
}

/** Returns a signature as code, without its anchor or source link; null for other terms. */
function signatureMarkdown(element: Element): string | null {
  if (!isSignature(element)) return null
  const parts: string[] = []
  walk(element, (node) => {
    if (isText(node)) parts.push(node.data)
    return !(
      isElement(node) &&
      /(?:^|\s)(?:headerlink|viewcode-link|reference external)(?:\s|$)/.test(node.attribs.class ?? '')
    )
  })
  const text = parts.join('').replace(/\s+/g, ' ').trim()
  return `\n\n${codeSpan(text)}\n\n`
}
