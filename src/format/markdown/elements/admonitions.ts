/** Converts notes, tips and warnings from documentation generators to GitHub alerts, `> [!NOTE]`. @see https://docs.github.com, Alerts */

import type { Element } from 'domhandler'
import { admonitionKind, kindOfAdmonitionName } from '../../../html/class-names.ts'
import { elementsBelow } from '../../../html/page-elements.ts'
import { textOf } from '../../../html/traverse.ts'
import { indentedLevels, type MarkdownRule, maxIndentedLevels, type RuleContext } from '../syntax/markdown-rule.ts'
import { quoteMarkdown } from '../syntax/turndown.ts'

const titleClass =
  /(?:^|\s|[a-z]-|_)(?:admonition|alert|custom-block|hint-container|aside|callout|blockquote-tag)[-_]{0,2}(?:title|heading)(?:[-_]inner|[-_]container)?(?:_\w+)?(?:\s|$)|(?:^|\s)title(?:\s|$)/i
const iconClass = /(?:^|\s)icon(?:\s|$)/

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
    const kind = kindOfAdmonitionName.get(textOf(title).toLowerCase()) ?? admonitionKind(element) ?? 'NOTE'
    kindsOfTitles.set(title, kind)
    kindsOfAdmonitions.set(element, kind)
  },
  replacement(content, element, { kindsOfAdmonitions }) {
    const kind = kindsOfAdmonitions.get(element) ?? admonitionKind(element) ?? 'NOTE'
    return quoteMarkdown(`[!${kind}]\n${content.trim()}`)
  },
}
