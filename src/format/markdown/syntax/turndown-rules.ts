/** Turndown's own CommonMark rules, asked for elements of cheerio's tree; its options say which markdown we write. */

import TurndownService from 'turndown'

const { options } = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  emDelimiter: '*',
  strongDelimiter: '**',
})

/** Rules that need no more of a node than its name. The others walk the tree at every level, or escape what is clean. */
type RuleName = 'heading' | 'blockquote' | 'horizontalRule' | 'code'

const { rules } = options as unknown as {
  rules: Record<RuleName, { replacement(content: string, node: { nodeName: string }, options: object): string }>
}

export const { strongDelimiter, emDelimiter, bulletListMarker } = options as Required<typeof options>

/** What turndown makes of an element's content. `name` is the element's, in any case. */
export function turndownMarkdown(rule: RuleName, content: string, name = ''): string {
  return rules[rule].replacement(content, { nodeName: name.toUpperCase() }, options)
}
