/** Writes each tab panel under the text of its tab, set in bold. The row of tabs is left out. */

import { escapeMarkdown } from '../syntax/escape.ts'
import type { MarkdownRule } from '../syntax/markdown-rule.ts'

export const tabPanel: MarkdownRule = {
  display: 'block',
  replacement(content, element, { survey }) {
    const name = escapeMarkdown(survey.tabs.panels.get(element) ?? '', { startsLine: false, insideLink: false })
    return `\n\n**${name}**\n\n${content}\n\n`
  },
}
