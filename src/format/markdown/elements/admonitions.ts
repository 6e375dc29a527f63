/** Converts notes, tips and warnings from documentation generators to GitHub alerts, `> [!NOTE]`. @see https://docs.github.com, Alerts */

import type { Element } from 'domhandler'
import { elementsBelow } from '../../../html/page-elements.ts'
import { textOf } from '../../../html/traverse.ts'
import { indentedLevels, type MarkdownRule, maxIndentedLevels, type RuleContext } from '../syntax/markdown-rule.ts'
import { quoteMarkdown } from '../syntax/turndown.ts'

// Docusaurus, MkDocs Material, Sphinx, VitePress, VuePress, GitHub, Starlight, Asciidoctor, mdBook, Quarto, Obsidian, MDN, Nextra, ReadMe.
const containerClass =
  /(?:^|\s)(?:admonition|theme-admonition|admonitionblock|markdown-alert|custom-block|hint-container|starlight-aside|blockquote-tag|notecard|callout|nextra-callout)(?=[\s_-]|$)/
const containerPartClass =
  /(?:^|\s)(?:callout|admonition|custom-block|notecard)[-_]{1,2}(?:title|heading|icon|content|body|inner|header|container|text)(?=[\s_-]|$)/i
const titleClass =
  /(?:^|\s|[a-z]-|_)(?:admonition|alert|custom-block|hint-container|aside|callout|blockquote-tag)[-_]{0,2}(?:title|heading)(?:[-_]inner|[-_]container)?(?:_\w+)?(?:\s|$)|(?:^|\s)title(?:\s|$)/i
const iconClass = /(?:^|\s)icon(?:\s|$)/

/** Maps GitHub's kinds to the names that generators use. */
const kinds = {
  NOTE: 'note info information seealso abstract summary todo secondary versionadded question faq example quote',
  TIP: 'tip hint success check done',
  IMPORTANT: 'important',
  WARNING: 'warning warn attention versionchanged deprecated',
  CAUTION: 'caution danger error failure fail bug critical',
}
const parameterKind = new Map(
  Object.entries(kinds).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
)

// Material for MkDocs puts collapsible admonitions in a `details` without any other class name.
const detailsKind = /^\s*(?:note|info|tip|hint|important|warning|caution|danger|bug|example|abstract)(?:\s|$)/
const notBlocks = new Set(['p', 'span', 'a', 'summary', 'button', 'svg', 'h1', 'h2', 'h3', 'h4', 'li', 'body'])

/** Returns GitHub's kind for an admonition, based only on the element's classes; null for other elements. */
export function admonitionKind({ name, attribs }: Element): string | null {
  const className = attribs.class
  if (className === undefined || className.length > 300) return null
  if (name === 'details' && detailsKind.test(className))
    return parameterKind.get(className.trim().split(/\s/, 1)[0] ?? '') ?? null
  if (!containerClass.test(className) || containerPartClass.test(className) || notBlocks.has(name)) return null
  const words = `${className} ${attribs['data-callout'] ?? ''} ${attribs['data-callout-type'] ?? ''}`.toLowerCase()
  for (const word of words.split(/\s+/)) {
    const kind = parameterKind.get(word) ?? parameterKind.get(/[-_]([a-z]+)$/.exec(word)?.[1] ?? '')
    if (kind) return kind
  }
  return /(?:^|\s)(?:admonition|theme-admonition|admonitionblock|starlight-aside)(?:\s|$)/.test(className)
    ? 'NOTE'
    : null
}

const maxElementsBeforeTitle = 13

function titleOf(element: Element): Element | undefined {
  return elementsBelow(element)
    .slice(0, maxElementsBeforeTitle)
    .find(({ name, attribs: { class: names = '' } }) => {
      return titleClass.test(names) || name === 'summary' || (name === 'td' && iconClass.test(names))
    })
}

export function isAdmonitionTitle(element: Element, { kindsOfTitles }: RuleContext): boolean {
  return kindsOfTitles.has(element)
}

export const admonitionTitle: MarkdownRule = {
  display: 'block',
  scope: 'strong',
  replacement(content, element, { inside, kindsOfTitles }) {
    const line = content.replace(/\s*\n\s*/g, ' ').replace(/^#{1,6} /, '')
    const kind = kindsOfTitles.get(element)
    // The alert already shows its kind as its title.
    if (kind?.toLowerCase() === textOf(element).toLowerCase() && inside.quote > 0) return ''
    return line === '' ? '' : `\n\n**${line}**\n\n`
  },
}

export const admonition: MarkdownRule = {
  display: 'block',
  scope: 'quote',
  applies: (_, context) => indentedLevels(context) < maxIndentedLevels && !context.inside.cell && !context.inside.link,
  open(element, { kindsOfTitles, kindsOfAdmonitions }) {
    const title = titleOf(element)
    if (!title) return
    // If the class and the title differ, the title wins, because visitors read it.
    const kind = parameterKind.get(textOf(title).toLowerCase()) ?? admonitionKind(element) ?? 'NOTE'
    kindsOfTitles.set(title, kind)
    kindsOfAdmonitions.set(element, kind)
  },
  replacement(content, element, { kindsOfAdmonitions }) {
    const kind = kindsOfAdmonitions.get(element) ?? admonitionKind(element) ?? 'NOTE'
    return quoteMarkdown(`[!${kind}]\n${content.trim()}`)
  },
}
