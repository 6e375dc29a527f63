/** Returns the text of code with its lines and indentation, but without highlighters' line numbers, buttons or labels. */

import type { Element, ParentNode } from 'domhandler'

import { skippedElements } from '../../../html/elements.ts'
import {
  childTextContent,
  hasElement,
  isElement,
  isText,
  nextElement,
  previousElement,
  walk,
} from '../../../html/traverse.ts'
import { withoutInvisible } from '../../../html/visibility/invisible-characters.ts'
import type { PageView } from '../../../html/visibility/page-view.ts'

// Prism, hljs, Pygments, Rouge, Shiki, CodeMirror, GitHub.
const gutterClass =
  /(?:^|[\s_-])(?:line-?num(?:ber)?s?(?:-rows)?|linenos?|line-no|gutter|gl|linenodiv|blob-num|hljs-ln-n(?:umbers)?|rouge-gutter|lnt?|gutters|CodeMirror-(?:measure|cursors|gutter-wrapper)|cm-(?:panels|tooltip|layer|announced)|code-line-number|(?:code-)?copy(?:-button|-btn|btn)?|clipboard(?:-copy)?|select-none|toolbar|CopyToClipboard)(?:[\s_-]|$)/i
const codeClass = /(?:^|\s)(?:language-\S+|lang-\S+|highlight|code|line|hljs|cl)(?:\s|$)/
const lineElements = new Set('div p li tr table ol ul section figure pre header tbody'.split(' '))

/** True for line numbers, buttons and labels next to or inside code. A `pre` inherits the answer from its parent. */
export function isGutter(element: Element): boolean {
  const own = isOwnGutter(element)
  if (own !== null) return own
  return element.name === 'pre' && element.parent !== null && isElement(element.parent) && isGutter(element.parent)
}

/** Decides based on the element's own attributes; null if they aren't conclusive. */
function isOwnGutter({ attribs, name }: Element): boolean | null {
  // The items of Google Prettify's list are the lines of code themselves.
  if (name === 'ol' || name === 'ul') return null
  const className = attribs.class
  if (className && name !== 'pre' && name !== 'code' && gutterClass.test(className)) return !codeClass.test(className)
  return attribs.style !== undefined && /user-select\s*:\s*none/i.test(attribs.style) ? true : null
}

/**
 * Returns the text of code without blank lines at the start or end. Starts a new line at each `br`, at each block element, and at each
 * element that a highlighter uses for a line.
 */
export function codeText(root: ParentNode, view: PageView): string {
  const parts: string[] = []
  let last = '\n'
  const push = (text: string) => {
    if (text === '') return
    parts.push(text)
    last = text.charAt(text.length - 1)
  }
  const breakLine = () => {
    if (last !== '\n') push('\n')
  }
  // The parent, if below the root, isn't a gutter, because the content of a gutter isn't visited.
  const numbers = lineNumbersIn(root)
  const isInGutter = (node: Element) =>
    numbers.has(node) || (node.parent === root ? isGutter(node) : isOwnGutter(node) === true)
  walk(
    root,
    (node) => {
      if (isText(node) && !view.hidesText(node)) push(node.data)
      if (!isElement(node)) return true
      if (skippedElements.code.has(node.name) || isInGutter(node) || view.conceals(node)) return false
      if (node.name === 'br') push('\n')
      else if (lineElements.has(node.name) || touchesLineBefore(node)) breakLine()
      return true
    },
    (node) => {
      if (!isElement(node) || !lineElements.has(node.name)) return
      if (node.name === 'div' && isHighlightedLine(node) && isEmptyLine(node)) push('\n')
      else breakLine()
    },
  )
  return withoutInvisible(parts.join(''))
    .replace(/\u00a0/g, ' ')
    .replace(/\r\n?/g, '\n')
    .replace(/^[ \t]+$/gm, '')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}

const isEmptyLine = (line: Element) => childTextContent(line) === '' && !hasElement(line, ({ name }) => name === 'br')

const maxNumberedDepth = 4

/** Line numbers of highlighters with other names: the first element of each line counts 1, 2, 3, …, or a column before the code does. */
function lineNumbersIn(root: ParentNode): ReadonlySet<Element> {
  const found = new Set<Element>()
  let level: ParentNode[] = [root]
  for (let depth = 0; depth < maxNumberedDepth && level.length > 0; depth++) {
    const below: Element[] = []
    for (const { children } of level) {
      const lines = children.filter(isElement)
      for (const line of lines) below.push(line)
      if (lines.length < 2) continue
      const firsts = lines.map(({ children }) => children[0]).filter((first) => first !== undefined && isElement(first))
      // In a line of data, something separates the first number from the next value.
      const isBeforeCode = firsts[0]?.next && isElement(firsts[0].next) && /^\w/.test(childTextContent(firsts[0].next))
      if (isBeforeCode && firsts.length === lines.length && doCount(firsts))
        for (const first of firsts) found.add(first)
      const [column] = lines
      if (column?.children.every(isElement) && doCount(column.children)) found.add(column)
    }
    level = below
  }
  return found
}

function doCount(elements: readonly Element[]): boolean {
  const start = Number(elements[0] && childTextContent(elements[0]))
  return elements.length > 1 && elements.every((element, n) => childTextContent(element).trim() === String(start + n))
}

/** True for a highlighter's line that follows another line without a line break. */
function touchesLineBefore(element: Element): boolean {
  return (
    isHighlightedLine(element) && element.prev !== null && isElement(element.prev) && isHighlightedLine(element.prev)
  )
}

/** True for an element that a highlighter's style sheet displays as a separate line. */
export function isHighlightedLine({ name, attribs }: Element): boolean {
  if (name === 'code') return true
  if (name !== 'span' && name !== 'div') return false
  if (attribs['data-line'] !== undefined) return true
  return /(?:^|\s)(?:line|code-line|token-line|view-line|hljs-ln-line)(?:\s|$)/.test(attribs.class ?? '')
}

const besideCode =
  /(?:^|\s)(?:lang|code-lang|toolbar|code-toolbar-buttons|line-numbers-wrapper|copy|copy-code|copy-button|code-copy|clipboard-copy|highlight__copy)(?:\s|$)/

/** True for a language name, buttons or line numbers that a generator puts next to a `pre`. */
export function isBesideCode(element: Element): boolean {
  if (!hasBesideClass(element)) return false
  return siblingsOf(element).some(
    (near) => near.name === 'pre' || (hasBesideClass(near) && siblingsOf(near).some(({ name }) => name === 'pre')),
  )
}

function hasBesideClass({ attribs }: Element): boolean {
  return attribs.class !== undefined && besideCode.test(attribs.class)
}

function siblingsOf(element: Element): Element[] {
  return [previousElement(element), nextElement(element)].filter((sibling) => sibling !== null)
}
