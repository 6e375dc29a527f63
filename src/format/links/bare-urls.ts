/** The http and https URLs that stand in a text as they are: where each ends, and the label of a Markdown link around it. */

import { collapseAndTrim } from '../../document/white-space.ts'

export interface LinkMatch {
  /** Index in the text. */
  at: number
  href: string
  /** The label of a Markdown link, or the words of an `a`; empty when there is none. */
  text: string
  /** What a relative `href` is resolved against, where it is not the page. */
  base?: string
}

/** A part of a text that was read as something else. */
export interface ReadRange {
  at: number
  end: number
}

export const maxUrlLength = 8000
const maxTextLength = 1000

/** URLs with their labels, but for sources of images and what begins in a part that was read before; these parts are in order. */
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

// No name begins so. @see RFC 1035, 2.3.1
const isNoHost = /^https?:\/\/(?:[^/?#@]*@)?[.-]/i

/** Of `[label](<target>)` and `[label]: <target>`, which may hold spaces; null for any other URL. */
function endOfTarget(text: string, start: number): number | null {
  if (text[start - 1] !== '<' || !/\](?:\(\s?|: {0,3})<$/.test(text.slice(Math.max(0, start - 8), start))) return null
  const end = start + text.slice(start, start + maxUrlLength).search(/[<>\n]/)
  return text[end] === '>' && end > start ? end : null
}

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' }
const closers = new Set(Object.values(closing))
// Delimiters of markup, of code and of East Asian sentences.
const stops = /[\s"<>`|\\^\p{Cc}\u200b\u3001\u3002\uff0c\uff1b\uff5c\uff09\u300d\u300f\u3011]/u
const nextUrl = /^https?:\/\//i
const trailing = /[.,;:!?*_~…]/

/** End of the URL: before a delimiter or a bracket that it did not open, and before the punctuation of the sentence. @see GFM, autolinks */
function endOfUrl(text: string, start: number): number {
  const open: string[] = []
  let at = start
  for (; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === "'" ? isQuote(text, start, at) : stops.test(char)) break
    if ((char === ',' || char === ';') && nextUrl.test(text.slice(at + 1, at + 9))) break
    if (closing[char]) open.push(closing[char])
    else if (closers.has(char) && open.pop() !== char) break
  }
  while (at > start && trailing.test(text.charAt(at - 1))) at--
  return at
}

/** Whether an apostrophe ends the URL: it is none in a word of its path (`/I'm-here`, but not `/page's` in a sentence). */
function isQuote(text: string, start: number, at: number): boolean {
  if (
    text[start - 1] === "'" ||
    nextUrl.test(text.slice(at + 1, at + 9)) ||
    !/[\p{L}\p{N}-]/u.test(text.charAt(at + 1))
  )
    return true
  return /^'s(?![\p{L}\p{N}'-])/u.test(text.slice(at, at + 3)) || !text.slice(start + 8, at).includes('/')
}

/** The label that ends with the `]` at `end`, and whether it is the label of an image. */
export function labelBefore(text: string, end: number): { text: string; isImage: boolean } {
  let depth = 0
  for (let at = end; at >= Math.max(0, end - maxTextLength); at--) {
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
