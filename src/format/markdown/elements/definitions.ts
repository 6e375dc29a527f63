/** `<dl>` → a list of `**term**: definition`; where its definitions are whole sections, terms are bold lines between them. */

import type { Element } from 'domhandler'
import { isElement, isText, textOf, walk } from '../../../document/traverse.ts'
import { type Context, indentedLevels, maxIndentedLevels, type Rule } from '../syntax/rule.ts'
import { strongDelimiter, turndownMarkdown } from '../syntax/turndown-rules.ts'

const simple = new WeakMap<Element, boolean>()

// In these a definition is more than an item of a list holds.
const sections = new Set([
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'dl',
  'section',
  'article',
  'form',
  'figure',
  'iframe',
])
const termBlocks = new Set(['p', 'div', 'ul', 'ol', 'pre', 'blockquote', 'img', 'picture', 'video', 'br'])

/** Judged once for each list, without looking below what settles it. */
function isSimple(list: Element): boolean {
  const known = simple.get(list)
  if (known !== undefined) return known
  let terms = 0
  let definitions = 0
  let isList = true
  let term: Element | null = null
  walk(
    list,
    (node) => {
      if (!isList) return false
      if (isText(node)) {
        isList = node.parent !== list || node.data.trim() === ''
        return false
      }
      if (!isElement(node)) return false
      if (node.name === 'dt') {
        terms++
        term = node
        isList = textOf(node).length < 300 && !/(?:^|\s)sig(?:\s|$)/.test(node.attribs.class ?? '')
      } else if (node.name === 'dd') definitions++
      else if (sections.has(node.name) || (term && termBlocks.has(node.name))) isList = false
      return isList
    },
    (node) => {
      if (node === term) term = null
    },
  )
  const result = isList && terms > 0 && definitions > 0
  simple.set(list, result)
  return result
}

/** The list a term or definition belongs to: `div` may group them. */
function listOf({ parent }: Element): Element | null {
  const list = parent && isElement(parent) && parent.name === 'div' ? parent.parent : parent
  return list && isElement(list) && list.name === 'dl' ? list : null
}

function isWritten(element: Element, context: Context): boolean {
  const list = listOf(element)
  return list !== null && context.definitions.has(list)
}

/** One field of several that stand beside each other, each in a list of its own: a line, no list. */
function isField(list: Element): boolean {
  const own: Element[] = []
  for (const child of list.children) if (isElement(child) && own.push(child) > 2) return false
  if (own[0]?.name !== 'dt' || own[1]?.name !== 'dd') return false
  return sibling(list, 'prev')?.name === 'dl' || sibling(list, 'next')?.name === 'dl'
}

const fields: Rule = {
  display: 'block',
  open(element, { definitions }) {
    if (isSimple(element) && isField(element)) definitions.add(element)
  },
  close: (element, { definitions }) => void definitions.delete(element),
}

export const definitionList: Rule = {
  display: 'block',
  isList: true,
  applies: (element, context) =>
    isSimple(element) &&
    !isField(element) &&
    !context.footnotes.lists.has(element) &&
    !context.inside.cell &&
    indentedLevels(context) < maxIndentedLevels,
  otherwise: fields,
  open(element, context) {
    if (context.isDirectlyInItem) context.tighten(1)
    context.definitions.add(element)
    context.lists.push({ next: null, step: 1, marker: '- ' })
  },
  replacement: (content) => `\n\n${content}\n\n`,
  close(element, context) {
    context.definitions.delete(element)
    context.lists.pop()
  },
}

function sibling(element: Element, side: 'prev' | 'next'): Element | null {
  for (let node = element[side]; node; node = node[side]) if (isElement(node)) return node
  return null
}

export const term: Rule = {
  display: 'line',
  context: 'strong',
  applies: isWritten,
  // A signature in the docs of a library, else a bold line.
  otherwise: { delimiter: strongDelimiter, context: 'strong', display: 'block', leaf: signature },
  open(element, context) {
    if (sibling(element, 'prev')?.name === 'dt') context.closeUp()
  },
  replacement(content, element, { inside }) {
    const text = content.replace(/\s*\n\s*/g, ' ').replace(/\s*[:：]$/, '')
    const bold =
      text.includes(strongDelimiter) || inside.strong || text === ''
        ? text
        : `${strongDelimiter}${text}${strongDelimiter}`
    if (sibling(element, 'prev')?.name === 'dt') return `, ${bold}`
    const list = listOf(element)
    return list && isField(list) ? bold : `- ${bold}`
  },
}

export const definition: Rule = {
  display: 'line',
  isItem: true,
  applies: isWritten,
  otherwise: { display: 'block' },
  open(element, context) {
    if (isOnly(element)) context.closeUp()
  },
  replacement(content, element) {
    const before = sibling(element, 'prev')
    if (before?.name === 'dt' && !hasText(before)) {
      const list = listOf(element)
      return list && isField(list) ? content : `- ${indent(content, 2)}`
    }
    if (!isOnly(element)) return `${before ? '  ' : ''}- ${indent(content, before ? 4 : 2)}`
    const opening = /^(?:([-+] |\d+[.)] )|`{3}|> |\| )/.exec(content)
    if (opening) return `${opening[1] ? '\n' : '\n\n'}  ${indent(content, 2)}`
    return `${before && /[?？!.。]$/.test(textOf(before)) ? ' ' : ': '}${indent(content, 2)}`
  },
}

/** A term may be no more than an icon. */
function hasText(term: Element): boolean {
  return textOf(term) !== '' || term.children.some((child) => isElement(child) && child.name === 'img')
}

/** One definition after its term: they share a line. */
function isOnly(element: Element): boolean {
  const before = sibling(element, 'prev')
  return before?.name === 'dt' && hasText(before) && sibling(element, 'next')?.name !== 'dd'
}

/** Later lines moved in by `width` spaces; blank ones stay blank. */
export function indent(content: string, width: number): string {
  return content.includes('\n') ? content.replace(/\n(?!\n|$)/g, `\n${' '.repeat(width)}`) : content
}

/** Sphinx's `dt.sig`: code, without its anchor and the link to its source. Null for other terms. */
function signature(element: Element): string | null {
  if (!/(?:^|\s)sig(?:\s|$)/.test(element.attribs.class ?? '')) return null
  const parts: string[] = []
  walk(element, (node) => {
    if (isText(node)) parts.push(node.data)
    return !(
      isElement(node) &&
      /(?:^|\s)(?:headerlink|viewcode-link|reference external)(?:\s|$)/.test(node.attribs.class ?? '')
    )
  })
  const text = parts.join('').replace(/\s+/g, ' ').trim()
  return `\n\n${turndownMarkdown('code', text)}\n\n`
}
