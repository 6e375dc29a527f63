/** Turndown's CommonMark rules, applied to elements of a cheerio tree. Its options choose the markdown style. */

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
 * Elements whose rule reads only the node's name. Turndown's other rules look at a node's siblings and parents, which takes time
 * quadratic in a page's depth, or escape URLs that are already escaped.
 */
const names = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'hr', 'code'] as const
type RuleName = (typeof names)[number]

type TurndownNode = Parameters<typeof rules.forNode>[0]

const replacements = new Map(
  names.map((name) => {
    // Code is inline unless its parent is a `pre`.
    const node = { nodeName: name.toUpperCase(), parentNode: { nodeName: 'P' } } as TurndownNode
    const rule = rules.forNode(node)
    return [name, (content: string) => rule.replacement?.(content, node, options) ?? content] as const
  }),
)

/** Returns turndown's markdown for an element with this content. Blocks are surrounded by blank lines. */
export function turndownMarkdown(name: RuleName, content: string): string {
  return replacements.get(name)?.(content) ?? content
}

/** Returns a quote written by turndown's rule, without trailing white space on its blank lines. */
export function quoteMarkdown(content: string): string {
  return turndownMarkdown('blockquote', content).replace(/^> $/gm, '>')
}

/** True for heading names: `h1` to `h6`. */
export function isHeadingName(name: string): name is 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' {
  return /^h[1-6]$/.test(name)
}
