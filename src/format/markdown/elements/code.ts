/** Converts code to fenced blocks with their language, and to inline code. */

import type { AnyNode, ChildNode, Element, ParentNode } from 'domhandler'
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
import type { RuleContext } from '../syntax/markdown-rule.ts'
import { codeSpan } from '../syntax/turndown.ts'

/** Converts `pre` and the like to a fenced block, or to inline code in a table cell, a link or a heading. */
export function codeBlock(element: Element, { inside, view }: RuleContext): string {
  const text = codeText(element, view)
  const isLineNumbers = /^\s*\d+(?:\s+\d+)*\s*$/.test(text) && isGutter(element)
  if (text.trim() === '' || isLineNumbers) return ''
  if (inside.cell)
    return text
      .split('\n')
      .filter((line) => line.trim())
      .map(codeSpan)
      .join('<br>')
  if (inside.link || inside.heading) return codeSpan(text.replace(/\s+/g, ' ').trim())
  return `\n\n${fenced(text, languageOf(element))}\n\n`
}

/** Converts `code`, `kbd`, `samp` and `tt`. If one contains a `pre` or just one link, returns null so that the children are converted. */
export function inlineCode(element: Element, context: RuleContext): string | null {
  // The `code` is reached before its `pre` only if a selector matches the `code`.
  if (element.parent && isElement(element.parent) && element.parent.name === 'pre') return codeBlock(element, context)
  if (!element.children.some(isElement)) {
    return codeSpan(withoutInvisible(childTextContent(element)).replace(/\s+/g, ' ').trim())
  }
  if (hasBelow(element, ['pre']) || isOneLink(element)) return null
  const text = codeText(element, context.view)
  const isBlock =
    element.name === 'code' &&
    (/(?:^|\s)(?:block|code-block|display-block)(?:\s|$)/.test(element.attribs.class ?? '') ||
      (text.includes('\n') && hasBelow(element, ['br', 'div'])))
  if (isBlock && !context.inside.cell && !context.inside.link) return codeBlock(element, context)
  return codeSpan(text.replace(/\s+/g, ' ').trim())
}

/** True for `<code><a>name</a></code>`, because markdown needs the link around the code. */
export function isOneLink({ children }: Element): boolean {
  const isContent = (child: ChildNode) => !isText(child) || child.data.trim() !== ''
  const only = children.find(isContent)
  if (!only || !isElement(only) || only.name !== 'a' || only.attribs.href === undefined) return false
  return children.findLast(isContent) === only
}

/** True for a `div` that holds lines of code without a `pre`: its class must say so, and its elements must be lines or parts of lines. */
export function isCodeWithoutPre({ name, attribs, children }: Element): boolean {
  const { class: className = '' } = attribs
  if (name !== 'div' || !/(?:^|\s)(?:prism-code|code-block|codeblock|highlight)(?:\s|$)/.test(className)) return false
  const elements = children.filter(isElement)
  const areLines = elements.length > 0 && elements.every(isHighlightedLine)
  return (
    areLines ||
    (attribs['data-lang'] !== undefined && elements.every((child) => child.name === 'span' || child.name === 'br'))
  )
}

function fenced(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

const languageClass = /(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text)-|brush:\s*)([\p{L}\p{N}_+#.-]+)/iu
const knownLanguage =
  /(?:^|\s)(bash|c|clojure|console|cpp|csharp|css|dart|diff|docker|dockerfile|elixir|erlang|fortran|fsharp|go|graphql|groovy|haskell|html|http|ini|java|javascript|js|json|jsx|julia|kotlin|latex|less|lisp|lua|make|makefile|markdown|matlab|nginx|nix|objectivec|ocaml|perl|php|powershell|python|py|r|ruby|rust|sass|scala|scheme|scss|sh|shell|sql|swift|toml|ts|tsx|typescript|vim|xml|yaml|yml|zig)(?:\s|$)/i
const sphinxLanguage =
  /(?:^|\s)highlight-i?(bash|c|cpp|c\+\+|console|css|go|html|ini|java|javascript|json|none|powershell|python|rust|sh|shell|sql|toml|typescript|xml|yaml)3?(?:\s|$)/
const highlighterClass =
  /(?:^|\s)(?:hljs|sourceCode|highlight|prettyprint|chroma|CodeMirror|syntaxhighlighter|shiki|code)(?:\s|$)/i
const noLanguage =
  /^(?:none|no-?highlight|plain|plain-?text|text|txt|auto|undefined|null|code|default|highlighter-rouge|block|wrapper|toolbar|box|snippet|example)$/i

function languageOf(element: Element): string {
  const inner = element.children.filter(isElement).slice(0, 3)
  const around: Element[] = []
  // Tables of code and line numbers are between the `pre` and the element that names the language.
  for (let up = element.parent; up && isElement(up) && around.length < 2; up = up.parent)
    if (!/^(?:td|tr|tbody|table)$/.test(up.name)) around.push(up)
  return [...inner, element, ...around].map(languageIn).find((language) => language !== '') ?? ''
}

function languageIn({ attribs }: Element): string {
  const className = (attribs.class ?? '').slice(0, 500)
  const found =
    attribs['data-lang'] ??
    attribs['data-language'] ??
    attribs['data-code-language'] ??
    languageClass.exec(className)?.[1] ??
    sphinxLanguage.exec(className)?.[1] ??
    (highlighterClass.test(className) ? knownLanguage.exec(className)?.[1] : undefined)
  if (!found || !/^[\p{L}\p{N}_+#.-]{1,30}$/u.test(found) || noLanguage.test(found)) return ''
  const language = found.toLowerCase()
  return language === 'html-basic' ? 'html' : language
}

const maxNodesRead = 200

function hasBelow(root: ParentNode, names: readonly string[]): boolean {
  return hasElement(root, ({ name }) => names.includes(name), maxNodesRead)
}

// Prism, hljs, Pygments, Rouge, Shiki, CodeMirror, GitHub.
const gutterClass =
  /(?:^|[\s_-])(?:line-?num(?:ber)?s?(?:-rows)?|linenos?|line-no|gutter|gl|linenodiv|blob-num|hljs-ln-n(?:umbers)?|rouge-gutter|lnt?|gutters|CodeMirror-(?:measure|cursors|gutter-wrapper)|cm-(?:panels|tooltip|layer|announced)|code-line-number|(?:code-)?copy(?:-button|-btn|btn)?|clipboard(?:-copy)?|select-none|toolbar|CopyToClipboard)(?:[\s_-]|$)/i
const codeClass = /(?:^|\s)(?:language-\S+|lang-\S+|highlight|code|line|hljs|cl)(?:\s|$)/
const lineElements = new Set('div p li tr table ol ul section figure pre header tbody'.split(' '))

/** True for line numbers, buttons and labels next to or inside code. A `pre` inherits the answer from its parent. */
function isGutter(element: Element): boolean {
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
function codeText(root: ParentNode, view: PageView): string {
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
      else if (lineElements.has(node.name) || (isHighlightedLine(node) && isHighlightedLine(node.prev))) breakLine()
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

/** True for an element that a highlighter's style sheet displays as a separate line. */
function isHighlightedLine(node: AnyNode | null): boolean {
  if (!node || !isElement(node)) return false
  const { name, attribs } = node
  if (name === 'code') return true
  if (name !== 'span' && name !== 'div') return false
  if (attribs['data-line'] !== undefined) return true
  return /(?:^|\s)(?:line|code-line|token-line|view-line|hljs-ln-line)(?:\s|$)/.test(attribs.class ?? '')
}

const besideCode =
  /(?:^|\s)(?:lang|code-lang|toolbar|code-toolbar-buttons|line-numbers-wrapper|copy|copy-code|copy-button|code-copy|clipboard-copy|highlight__copy)(?:\s|$)/

/** True for a language name, buttons or line numbers that a generator puts next to a `pre`, or next to another such element there. */
export function isBesideCode(element: Element): boolean {
  const isBeside = ({ attribs }: Element) => attribs.class !== undefined && besideCode.test(attribs.class)
  const near = (one: Element) => [previousElement(one), nextElement(one)].filter((sibling) => sibling !== null)
  const isNextToCode = (one: Element) => near(one).some(({ name }) => name === 'pre')
  return isBeside(element) && (isNextToCode(element) || near(element).some((one) => isBeside(one) && isNextToCode(one)))
}
