/** Notes, tips and warnings of documentation generators → GitHub's alerts: `> [!NOTE]`. */

import type { Element } from 'domhandler'
import { isElement, textOf, walk } from '../../../document/traverse.ts'
import { indentedLevels, maxIndentedLevels, type Rule } from '../syntax/rule.ts'
import { turndownMarkdown } from '../syntax/turndown-rules.ts'

// Docusaurus, MkDocs Material, Sphinx, VitePress, VuePress, GitHub, Starlight, Asciidoctor, mdBook, Quarto, Obsidian, MDN, Nextra, ReadMe.
const container =
  /(?:^|\s)(?:admonition|theme-admonition|admonitionblock|markdown-alert|custom-block|hint-container|starlight-aside|blockquote-tag|notecard|callout|nextra-callout)(?=[\s_-]|$)/
const notContainer =
  /(?:^|\s)(?:callout|admonition|custom-block|notecard)[-_]{1,2}(?:title|heading|icon|content|body|inner|header|container|text)(?=[\s_-]|$)/i
const title =
  /(?:^|\s|[a-z]-|_)(?:admonition|alert|custom-block|hint-container|aside|callout|blockquote-tag)[-_]{0,2}(?:title|heading)(?:[-_]inner|[-_]container)?(?:_\w+)?(?:\s|$)|(?:^|\s)title(?:\s|$)/i
const iconCell = /(?:^|\s)icon(?:\s|$)/

const kinds: Record<string, readonly string[]> = {
  NOTE: [
    'note',
    'info',
    'information',
    'seealso',
    'abstract',
    'summary',
    'todo',
    'secondary',
    'versionadded',
    'question',
    'faq',
    'example',
    'quote',
  ],
  TIP: ['tip', 'hint', 'success', 'check', 'done'],
  IMPORTANT: ['important'],
  WARNING: ['warning', 'warn', 'attention', 'versionchanged', 'deprecated'],
  CAUTION: ['caution', 'danger', 'error', 'failure', 'fail', 'bug', 'critical'],
}
const kindOf = new Map(Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)))

// Material for MkDocs folds them into a `details` that has no other name.
const foldedKind = /^\s*(?:note|info|tip|hint|important|warning|caution|danger|bug|example|abstract)(?:\s|$)/
const notBlocks = new Set(['p', 'span', 'a', 'summary', 'button', 'svg', 'h1', 'h2', 'h3', 'h4', 'li', 'body'])

/** GitHub's name for what the element is; null when it is none of them. Judged by its classes alone. */
export function admonitionKind({ name, attribs }: Element): string | null {
  const className = attribs.class
  if (className === undefined || className.length > 300) return null
  if (name === 'details' && foldedKind.test(className))
    return kindOf.get(className.trim().split(/\s/, 1)[0] ?? '') ?? null
  if (!container.test(className) || notContainer.test(className) || notBlocks.has(name)) return null
  const words = `${className} ${attribs['data-callout'] ?? ''} ${attribs['data-callout-type'] ?? ''}`.toLowerCase()
  for (const word of words.split(/\s+/)) {
    const kind = kindOf.get(word) ?? kindOf.get(/[-_]([a-z]+)$/.exec(word)?.[1] ?? '')
    if (kind) return kind
  }
  return /(?:^|\s)(?:admonition|theme-admonition|admonitionblock|starlight-aside)(?:\s|$)/.test(className)
    ? 'NOTE'
    : null
}

/** True for the text of a note that a visitor unfolds. */
export function isFolded({ attribs, parent }: Element): boolean {
  return (
    /(?:^|\s)callout-content(?:\s|$)/.test(attribs.class ?? '') &&
    parent !== null &&
    isElement(parent) &&
    admonitionKind(parent) !== null
  )
}

/** The element that names the admonition, among the first that stand in it; null when there is none. */
function titleOf(element: Element): Element | null {
  let found: Element | null = null
  let seen = 0
  walk(element, (node) => {
    if (found || seen > 12) return false
    if (!isElement(node)) return true
    seen++
    const className = node.attribs.class ?? ''
    if (title.test(className) || node.name === 'summary' || (node.name === 'td' && iconCell.test(className)))
      found = node
    return !found
  })
  return found
}

const titles = new WeakMap<Element, string>()
const said = new WeakMap<Element, string>()

/** True for the title of an admonition that is being read. */
export function isAdmonitionTitle(element: Element): boolean {
  return titles.has(element)
}

export const admonitionTitle: Rule = {
  display: 'block',
  context: 'strong',
  replacement(content, element, { inside }) {
    const line = content.replace(/\s*\n\s*/g, ' ').replace(/^#{1,6} /, '')
    const own = titles.get(element)
    // The alert says it already.
    if (own?.toLowerCase() === textOf(element).toLowerCase() && inside.quote > 0) return ''
    return line === '' ? '' : `\n\n**${line}**\n\n`
  },
}

export const admonition: Rule = {
  display: 'block',
  context: 'quote',
  applies: (_, context) => indentedLevels(context) < maxIndentedLevels && !context.inside.cell && !context.inside.link,
  open(element) {
    const own = titleOf(element)
    if (!own) return
    // Where class and title differ, the title is what a visitor reads.
    const kind = kindOf.get(textOf(own).toLowerCase()) ?? admonitionKind(element) ?? 'NOTE'
    titles.set(own, kind)
    said.set(element, kind)
  },
  replacement(content, element) {
    const kind = said.get(element) ?? admonitionKind(element) ?? 'NOTE'
    return turndownMarkdown('blockquote', `[!${kind}]\n${content.trim()}`).replace(/^> $/gm, '>')
  },
}
