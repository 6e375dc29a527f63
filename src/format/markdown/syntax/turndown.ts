/** Turndown's CommonMark rules, applied to elements of a cheerio tree. Turndown's options set the markdown style. */

import TurndownService from 'turndown'

const style = {
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  emDelimiter: '*',
  strongDelimiter: '**',
} as const

export const { bulletListMarker, emDelimiter, strongDelimiter } = style

const { rules, options } = new TurndownService(style)

/**
 * Elements whose rule reads only the node's name. Turndown's other rules either look at a node's siblings and parents, which takes time
 * quadratic in a page's depth, or escape URLs that are already escaped.
 */
const names = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'hr', 'code'] as const

type TurndownNode = Parameters<typeof rules.forNode>[0]

const replacements = new Map<string, (content: string) => string>(
  names.map((name) => {
    // Code is inline unless its parent is a `pre`.
    const node = { nodeName: name.toUpperCase(), parentNode: { nodeName: 'P' } } as TurndownNode
    const rule = rules.forNode(node)
    return [name, (content) => rule.replacement?.(content, node, options) ?? content]
  }),
)

/** Returns turndown's markdown for an element with this content. Blank lines surround blocks. */
export function turndownMarkdown(name: string, content = ''): string {
  return replacements.get(name)?.(content) ?? content
}

/** Returns text on one line as inline code, with enough backticks around it. */
export function codeSpan(text: string): string {
  return turndownMarkdown('code', text)
}

/** Returns a quote without trailing white space on its blank lines. */
export function quoteMarkdown(content: string): string {
  return turndownMarkdown('blockquote', content).replace(/^> $/gm, '>')
}
