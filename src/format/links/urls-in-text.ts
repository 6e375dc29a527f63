/** Finds bare http and https URLs in text, the end of each, and the label of a surrounding Markdown link. */

import { endOfUrl, isNoHost, maxUrlLength } from '../../html/typed-urls.ts'
import { collapseAndTrim } from '../../html/white-space.ts'

export interface LinkMatch {
  at: number
  href: string
  /** The label of a Markdown link, or the text of an `a`; empty if there is neither. */
  text: string
}

/** A range of text already read as something else. */
export interface ReadRange {
  at: number
  end: number
}

const maxLabelLength = 1000

/** Returns URLs with their labels, except image sources and URLs that begin in a range already read. Expects the ranges in order. */
export function bareUrls(text: string, read: readonly ReadRange[] = []): LinkMatch[] {
  const matches: LinkMatch[] = []
  const start = /https?:\/\//gi
  let next = 0
  for (let match = start.exec(text); match; match = start.exec(text)) {
    while (next < read.length && (read[next]?.end ?? 0) <= match.index) next++
    if ((read[next]?.at ?? text.length) <= match.index) continue
    const end = endOfTarget(text, match.index) ?? endOfUrl(text, match.index)
    start.lastIndex = Math.max(end, start.lastIndex)
    const opening = text[match.index - 1] === '<' ? match.index - 2 : match.index - 1
    const label = text.startsWith('](', opening - 1) ? labelBefore(text, opening - 1) : { text: '', isImage: false }
    if (label.isImage || end <= match.index || end - match.index > maxUrlLength) continue
    const href = text.slice(match.index, end).replaceAll('&amp;', '&')
    if (!isNoHost.test(href)) matches.push({ at: match.index, href, text: label.text })
  }
  return matches
}

/** Returns the end of `[label](<target>)` and `[label]: <target>`, whose target may contain spaces; null for any other URL. */
function endOfTarget(text: string, start: number): number | null {
  if (text[start - 1] !== '<' || !/\](?:\(\s?|: {0,3})<$/.test(text.slice(Math.max(0, start - 8), start))) return null
  const end = start + text.slice(start, start + maxUrlLength).search(/[<>\n]/)
  return text[end] === '>' && end > start ? end : null
}

/** Returns the label that ends with the `]` at `end`, and whether it belongs to an image. */
export function labelBefore(text: string, end: number): { text: string; isImage: boolean } {
  let depth = 0
  for (let at = end; at >= Math.max(0, end - maxLabelLength); at--) {
    const char = text.charAt(at)
    if (char === '\n' && text[at - 1] === '\n') break
    if (char === ']') depth++
    else if (char === '[' && --depth === 0) {
      const label = text.slice(at + 1, end).replace(/!\[([^[\]]*)\]\([^()]*\)/g, '$1')
      return { text: collapseAndTrim(label.replace(/[*_`]{1,3}/g, '')), isImage: text[at - 1] === '!' }
    }
  }
  return { text: '', isImage: false }
}
