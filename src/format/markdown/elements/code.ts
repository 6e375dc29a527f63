/** Converts code to fenced blocks with their language, and to inline code. */

import type { ChildNode, Element, ParentNode } from 'domhandler'

import { childTextContent, hasElement, isElement, isText } from '../../../html/traverse.ts'
import { withoutInvisible } from '../../../html/visibility/invisible-characters.ts'
import type { RuleContext } from '../syntax/markdown-rule.ts'
import { codeSpan } from '../syntax/turndown.ts'
import { codeText, isGutter, isHighlightedLine } from './code-text.ts'

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
