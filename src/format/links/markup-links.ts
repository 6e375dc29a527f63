/** Finds HTML links inside text: in Markdown, and in the entries of a feed. */

import { collapseAndTrim } from '../../html/white-space.ts'
import { bareUrls, type LinkMatch, type ReadRange } from './urls-in-text.ts'

/** Link tags, with their ranges in the text, in order. */
type TagMatch = LinkMatch & ReadRange

// Quoted values can't contain `<`. Otherwise, text full of unclosed quotes would be read to its end for each tag.
const linkTag = /<a(?:rea)?\s((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>(?:([^<]{0,1000})<\/a)?/gi
const hrefOf = /(?:^|[\s"'/])href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/** Returns the `href` of each `a` and `area`, including relative ones, with the link text if it contains no markup. */
export function hrefsInMarkup(text: string): TagMatch[] {
  return [...text.matchAll(linkTag)].flatMap(({ index, 0: whole, 1: attributes = '', 2: words = '' }) => {
    const [, double, single, bare] = hrefOf.exec(attributes) ?? []
    const href = (double ?? single ?? bare)?.trim().replaceAll('&amp;', '&')
    if (href === undefined) return []
    const end = index + whole.length - words.length
    return [{ at: index, end, href, text: collapseAndTrim(words) }]
  })
}

export function linksInMarkup(text: string): LinkMatch[] {
  const tags = hrefsInMarkup(text)
  if (tags.length === 0) return bareUrls(text)
  return [...tags, ...bareUrls(text, tags)].sort((a, b) => a.at - b.at)
}
