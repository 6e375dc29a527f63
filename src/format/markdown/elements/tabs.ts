/** Tabs: every panel is told, under the name of its tab; the row of names alone is left out. */

import { escapeMarkdown } from '../syntax/escape.ts'
import type { Rule } from '../syntax/rule.ts'

/** The panel, under its tab's name. */
export const panel: Rule = {
  display: 'block',
  replacement(content, element, { tabs }) {
    const name = escapeMarkdown(tabs.panels.get(element) ?? '', { startsLine: false, insideLink: false })
    return `\n\n**${name}**\n\n${content}\n\n`
  },
}
