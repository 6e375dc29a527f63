/** Code in markdown: its text with line breaks and indent, without what highlighters and copy buttons add. */

import type { Element, ParentNode } from 'domhandler'
import { isElement, isText, walk } from '../document/traverse.ts'
import { isHidden, visibleText } from './hidden.ts'
import type { Context } from './markdown-rule.ts'
import { turndownMarkdown } from './turndown-rules.ts'

/** A rule's leaf for `pre` and its kin: a fenced block, or inline code where a block has no room. */
export function codeBlock(element: Element, { inside }: Context): string {
  const text = codeText(element)
  const isNumbers = /^\s*\d+(?:\s+\d+)+\s*$/.test(text) && isGutter(element)
  if (text.trim() === '' || isNumbers) return ''
  if (inside.cell)
    return text
      .split('\n')
      .filter((line) => line.trim())
      .map((line) => turndownMarkdown('code', line))
      .join('<br>')
  if (inside.link || inside.heading) return turndownMarkdown('code', text.replace(/\s+/g, ' ').trim())
  return `\n\n${fenced(text, languageOf(element))}\n\n`
}

/** A rule's leaf for `code`, `kbd`, `samp`: null when a block or a link in it deserves more than backticks. */
export function inlineCode(element: Element, context: Context): string | null {
  // Only a selector leads here past the `pre`.
  if (element.parent && isElement(element.parent) && element.parent.name === 'pre') return codeBlock(element, context)
  if (!element.children.some(isElement)) {
    const text = element.children.map((child) => (isText(child) ? child.data : '')).join('')
    return turndownMarkdown('code', visibleText(text).replace(/\s+/g, ' ').trim())
  }
  if (firstOf(element, ['pre']) || isOneLink(element)) return null
  const text = codeText(element)
  const isBlock = element.name === 'code' && text.includes('\n') && firstOf(element, ['br', 'div']) !== null
  if (isBlock && !context.inside.cell && !context.inside.link) return codeBlock(element, context)
  return turndownMarkdown('code', text.replace(/\s+/g, ' ').trim())
}

/** `<code><a>name</a></code>`: the link wraps the code, not the other way round. */
export function isOneLink({ children }: Element): boolean {
  const [only, ...others] = children.filter((child) => !isText(child) || child.data.trim() !== '')
  return (
    only !== undefined && others.length === 0 && isElement(only) && only.name === 'a' && only.attribs.href !== undefined
  )
}

function fenced(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

const gutterClass =
  /(?:^|[\s_-])(?:line-?num(?:ber)?s?(?:-rows)?|linenos?|line-no|gutter|gl|linenodiv|blob-num|hljs-ln-n(?:umbers)?|rouge-gutter|lnt?|cm-gutters|code-line-number|(?:code-)?copy(?:-button|-btn|btn)?|clipboard(?:-copy)?|select-none|toolbar|CopyToClipboard)(?:[\s_-]|$)/i
const codeClass = /(?:^|\s)(?:language-\S+|lang-\S+|highlight|code|line|hljs|cl)(?:\s|$)/
const notCode = new Set(['script', 'style', 'template', 'button', 'svg', 'noscript', 'select', 'textarea'])
const lineElements = new Set([
  'div',
  'p',
  'li',
  'tr',
  'table',
  'ol',
  'ul',
  'section',
  'figure',
  'pre',
  'header',
  'tbody',
])

/** True for line numbers, buttons and labels that stand beside code. */
function isGutter(element: Element): boolean {
  const { attribs, name } = element
  const className = attribs.class
  if (className && name !== 'pre' && name !== 'code' && gutterClass.test(className)) return !codeClass.test(className)
  if (/user-select\s*:\s*none/i.test(attribs.style ?? '')) return true
  if (name === 'pre' && element.parent && isElement(element.parent)) return isGutter(element.parent)
  return false
}

/** Text of code: `br` and block elements break lines, a line number is no text. */
export function codeText(root: ParentNode): string {
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
  walk(
    root,
    (node) => {
      if (isText(node)) push(node.data)
      if (!isElement(node)) return true
      if (notCode.has(node.name) || isGutter(node) || isHidden(node)) return false
      if (node.name === 'br') push('\n')
      else if (lineElements.has(node.name) || followsLine(node)) breakLine()
      return true
    },
    (node) => {
      if (isElement(node) && lineElements.has(node.name)) breakLine()
    },
  )
  const text = visibleText(parts.join(''))
    .replace(/\u00a0/g, ' ')
    .replace(/\r\n?/g, '\n')
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

/** True when two lines of a highlighter touch. */
function followsLine(element: Element): boolean {
  return isLine(element) && element.prev !== null && isElement(element.prev) && isLine(element.prev)
}

/** A highlighter's line: it breaks by its style, not by a character. */
function isLine({ name, attribs }: Element): boolean {
  if (name === 'code') return true
  if (name !== 'span') return false
  if (attribs['data-line'] !== undefined) return true
  return /(?:^|\s)(?:line|code-line|token-line|view-line|hljs-ln-line)(?:\s|$)/.test(attribs.class ?? '')
}

const languageClass = /(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text)-|brush:\s*)([\w+#.-]+)/i
const knownLanguage =
  /(?:^|\s)(bash|c|clojure|console|cpp|csharp|css|dart|diff|docker|dockerfile|elixir|erlang|fortran|fsharp|go|graphql|groovy|haskell|html|http|ini|java|javascript|js|json|jsx|julia|kotlin|latex|less|lisp|lua|make|makefile|markdown|matlab|nginx|nix|objectivec|ocaml|perl|php|powershell|python|py|r|ruby|rust|sass|scala|scheme|scss|sh|shell|sql|swift|toml|ts|tsx|typescript|vim|xml|yaml|yml|zig)(?:\s|$)/i
const highlighterClass =
  /(?:^|\s)(?:hljs|sourceCode|highlight|prettyprint|chroma|CodeMirror|syntaxhighlighter|shiki|code)(?:\s|$)/i
const noLanguage =
  /^(?:none|no-?highlight|plain|plain-?text|text|txt|auto|undefined|null|code|default|highlighter-rouge|block|wrapper|toolbar|box|snippet|example)$/i

/** Language by the class or data attribute of the block, of the code in it, or of a wrapper. */
function languageOf(element: Element): string {
  const inner = element.children.filter(isElement).slice(0, 3)
  const around: Element[] = []
  for (let up = element.parent; up && isElement(up) && around.length < 2; up = up.parent) around.push(up)
  for (const candidate of [...inner, element, ...around]) {
    const language = languageIn(candidate)
    if (language) return language
  }
  return ''
}

function languageIn({ attribs }: Element): string {
  const className = (attribs.class ?? '').slice(0, 500)
  const found =
    attribs['data-lang'] ??
    attribs['data-language'] ??
    attribs['data-code-language'] ??
    languageClass.exec(className)?.[1] ??
    (highlighterClass.test(className) ? knownLanguage.exec(className)?.[1] : undefined)
  if (!found || !/^[\w+#.-]{1,30}$/.test(found) || noLanguage.test(found)) return ''
  return found.toLowerCase()
}

/** First element of these names below, among the first nodes: enough for code that is not hostile. */
function firstOf(root: ParentNode, names: string[]): Element | null {
  let found: Element | null = null
  let seen = 0
  walk(root, (node) => {
    if (found || ++seen > 200) return false
    if (isElement(node) && names.includes(node.name)) found = node
    return true
  })
  return found
}
