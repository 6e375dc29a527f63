/** Rules for elements by their class, or by their role in the page's footnotes, tabs and definition lists. */

import type { Element } from 'domhandler'
import { admonitionKind, isEmbeddedPost } from '../../html/class-names.ts'
import { isElement } from '../../html/traverse.ts'
import { isNoteInPlace } from '../../html/visibility/collapsed.ts'
import { admonition, admonitionTitle, isAdmonitionTitle } from './elements/admonitions.ts'
import { codeBlock, isBesideCode, isCodeWithoutPre } from './elements/code.ts'
import { quotation } from './elements/links.ts'
import { countItem } from './elements/lists.ts'
import { formula, isFormula } from './elements/math.ts'
import { escapeMarkdown } from './syntax/escape.ts'
import { indentLines, type MarkdownRule, type RuleContext } from './syntax/markdown-rule.ts'

const line: MarkdownRule = { display: 'line' }
const none: MarkdownRule = { display: 'none' }
const math: MarkdownRule = { leaf: formula }
const noteInPlace: MarkdownRule = {
  open: (_, { output }) => output.breakWord(),
  replacement: (content) => `(${content})`,
  close: (_, { output }) => output.breakWord(),
}
const editor: MarkdownRule = { leaf: codeBlock }

const tableParts = new Set(['tbody', 'thead', 'tfoot', 'tr', 'td', 'th', 'caption'])

/** Returns the rule that overrides the one for the element's name; null for most elements. */
export function specialRule(element: Element, context: RuleContext): MarkdownRule | null {
  if (element.name === 'summary' && isAdmonitionTitle(element, context)) return admonitionTitle
  const ofPart = ruleOfPart(element, context)
  if (ofPart) return ofPart
  if (element.name === 'script') return isFormula(element) ? math : null
  const className = element.attribs.class
  if (className === undefined || !mayDecide(className, element.name, context)) return null
  // A table needs all of its parts, except a cell that holds an admonition's icon.
  if (tableParts.has(element.name))
    return isAdmonitionTitle(element, context) && context.inside.quote > 0 ? admonitionTitle : null
  return ruleOfClass(element, context)
}

function ruleOfPart(element: Element, { survey, definitionLists }: RuleContext): MarkdownRule | null {
  if (survey.hasFootnotesOrTabs) {
    const { footnotes, tabs } = survey
    if (footnotes.notes.has(element)) return footnote
    if (footnotes.marks.has(element)) return footnoteMark
    if (footnotes.labels.has(element) || tabs.names.has(element)) return none
    if (tabs.panels.has(element)) return tabPanel
  }
  if (definitionLists.size === 0) return null
  return element.name === 'div' && definitionLists.has(element.parent as Element) ? line : null
}

const decidingClass =
  /katex|mathjax|mwe-|codemirror|editor|js-file|lang|toolbar|copy|clipboard|line-numbers|mw-edit|title|heading|admonition|alert|custom-block|hint|aside|blockquote-tag|notecard|callout|icon|note|fn|tweet|code|highlight/i

/** True if a value of `class` can determine the rule. Few can, and elements often share the same value, so results are cached. */
function mayDecide(className: string, name: string, { classHints }: RuleContext): boolean {
  if (name === 'details') return true
  const known = classHints.get(className)
  if (known !== undefined) return known
  const decides = decidingClass.test(className.slice(0, 500))
  classHints.set(className, decides)
  return decides
}

// The outermost element of CodeMirror, Monaco and Ace, and GitHub's table of file lines, which has no `pre`.
const editorClass = /(?:^|\s)(?:CodeMirror|cm-editor|monaco-editor|ace_editor|js-file-line-container)(?:\s|$)/
// MediaWiki's `[edit]` link next to a heading.
const editSection = /(?:^|\s)mw-editsection(?:\s|$)/

/** Returns a rule based on a class that a site generator or a script has set. */
function ruleOfClass(element: Element, context: RuleContext): MarkdownRule | null {
  if (isFormula(element)) return math
  if (editorClass.test(element.attribs.class ?? '') || isCodeWithoutPre(element)) return editor
  if (isEmbeddedPost(element)) return quotation
  if (element.name === 'span' && isNoteInPlace(element)) return noteInPlace
  if (isBesideCode(element) || editSection.test(element.attribs.class ?? '')) return none
  if (isAdmonitionTitle(element, context)) return admonitionTitle
  if (admonitionKind(element) !== null && admonition.applies?.(element, context)) return admonition
  return null
}

/** Each panel follows the text of its tab, set in bold. The row of tabs is left out. */
const tabPanel: MarkdownRule = {
  display: 'block',
  replacement(content, element, { survey }) {
    const name = escapeMarkdown(survey.tabs.panels.get(element) ?? '', { startsLine: false, insideLink: false })
    return `\n\n**${name}**\n\n${content}\n\n`
  },
}

const footnoteMark: MarkdownRule = {
  leaf: (element, { survey }) => `[^${survey.footnotes.marks.get(element)}]`,
}

// `1.`, `[1]` or `^`, or just the punctuation if the number was a link back.
const ownNumber = /^(?:\^ ?|\\?\[\^?\d{0,4}\\?\][.:)]?\s*|\d{1,4}[.:)]?(?=\s|$)\s*|[.:)]\s+)/

/** Writes a note without its own number. The link rule leaves out the links back to its marks. */
const footnote: MarkdownRule = {
  display: 'block',
  scope: 'note',
  open: countItem,
  replacement(content, element, { survey }) {
    const label = survey.footnotes.notes.get(element) ?? ''
    const text = content.replace(ownNumber, '').trim()
    return text && `\n\n[^${label}]: ${indentLines(text, 4)}\n\n`
  },
}

export function isRuleAboveNotes({ parent }: Element): boolean {
  return parent !== null && isElement(parent) && /(?:^|\s)footnotes?(?:\s|$)/.test(parent.attribs.class ?? '')
}
