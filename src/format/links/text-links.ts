/** Links in a text that is not HTML: plain text, JSON, XML, RSS, CSV, Markdown. */

import type { Link } from '../../contract/list-items.ts'
import { readEscapes, withoutVocabulary } from '../../document/plain-text.ts'
import { collapseAndTrim } from '../../document/white-space.ts'
import type { Page } from '../../page.ts'
import { createLinkList } from './link-list.ts'

interface LinkMatch {
  /** Index in the text. */
  at: number
  href: string
  /** The label of a Markdown link; empty when there is none. */
  text: string
}

const maxUrlLength = 8000
const maxTextLength = 1000

/** Links of a text by its media type: Markdown, CSV, or any other. */
export function linksInTextMedia(text: string, { mediaType, finalUrl }: Pick<Page, 'mediaType' | 'finalUrl'>): Link[] {
  if (/markdown$/.test(mediaType)) return linksInMarkdown(text, finalUrl)
  return mediaType === 'text/csv' ? linksInCsv(text, finalUrl) : linksInText(text, finalUrl)
}

/** The http and https URLs in a text from `url`, with the label of a Markdown link around them; sources of images are left out. */
export function linksInText(text: string, url: string): Link[] {
  const readable = readEscapes(/^\s*</.test(text) ? withoutVocabulary(text) : text)
  return toLinks(bareUrls(readable), url)
}

/** As `linksInText`, and the targets of Markdown links and of their definitions, resolved against `url`. */
function linksInMarkdown(text: string, url: string): Link[] {
  const readable = readEscapes(text)
  const matches = [...bareUrls(readable), ...targets(readable), ...definitions(readable)]
  return toLinks(
    matches.sort((a, b) => a.at - b.at),
    url,
  )
}

/** As `linksInText`; a comma outside quotes ends a cell. */
function linksInCsv(text: string, url: string): Link[] {
  return linksInText(
    text.replace(/"[^"]*"|,/g, (cell) => (cell === ',' ? '\n' : cell)),
    url,
  )
}

function toLinks(matches: readonly LinkMatch[], url: string): Link[] {
  const list = createLinkList(url)
  for (const { href, text } of matches) if (!href.startsWith('#')) list.add(URL.parse(href, url), () => text)
  return list.links
}

function bareUrls(text: string): LinkMatch[] {
  const matches: LinkMatch[] = []
  const start = /https?:\/\//gi
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const end = endOfUrl(text, match.index)
    start.lastIndex = Math.max(end, start.lastIndex)
    const opening = text[match.index - 1] === '<' ? match.index - 2 : match.index - 1
    const label = text.startsWith('](', opening - 1) ? labelBefore(text, opening - 1) : { text: '', isImage: false }
    if (label.isImage || end <= match.index || end - match.index > maxUrlLength) continue
    const href = text.slice(match.index, end).replaceAll('&amp;', '&')
    matches.push({ at: match.index, href, text: label.text })
  }
  return matches
}

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' }
const closers = new Set(Object.values(closing))
// Delimiters of markup, of code and of East Asian sentences.
const stops = /[\s"'<>`|\\^\p{Cc}\u200b\u3001\u3002\uff0c\uff1b\uff09\u300d\u300f\u3011]/u
const nextUrl = /^https?:\/\//i
const trailing = /[.,;:!?*_~…]/

/** End of the URL: before a delimiter or a bracket that it did not open, and before the punctuation of the sentence. @see GFM, autolinks */
function endOfUrl(text: string, start: number): number {
  const open: string[] = []
  let at = start
  for (; at < text.length; at++) {
    const char = text.charAt(at)
    if (stops.test(char) || ((char === ',' || char === ';') && nextUrl.test(text.slice(at + 1, at + 9)))) break
    if (closing[char]) open.push(closing[char])
    else if (closers.has(char) && open.pop() !== char) break
  }
  while (at > start && trailing.test(text.charAt(at - 1))) at--
  return at
}

/** `[text](target)`; the target may be relative. */
function targets(text: string): LinkMatch[] {
  const matches: LinkMatch[] = []
  for (let at = text.indexOf(']('); at >= 0; at = text.indexOf('](', at + 2)) {
    const href = targetAt(text, at + 2)
    const label = href === '' ? null : labelBefore(text, at)
    if (label && !label.isImage) matches.push({ at: at + 2, href, text: label.text })
  }
  return matches
}

function targetAt(text: string, start: number): string {
  const window = text.slice(start, start + maxUrlLength)
  const bracketed = /^\s?<([^<>\n]*)>/.exec(window)?.[1]
  if (bracketed !== undefined) return bracketed
  let depth = 0
  for (let at = 0; at < window.length; at++) {
    const char = window.charAt(at)
    // No URL holds these. Without this, a text of nothing but brackets would be read again from each.
    if (char === '[' || char === ']' || char === '<') return ''
    if (/\s/.test(char)) return window.slice(0, at)
    if (char === '(') depth++
    else if (char === ')' && depth-- === 0) return window.slice(0, at)
  }
  return ''
}

function definitions(text: string): LinkMatch[] {
  const definition = /^ {0,3}\[(?!\^)[^[\]\n]{1,200}\]: {0,3}<?([^\s<>]{1,8000})/gm
  return [...text.matchAll(definition)].map((match) => ({ at: match.index, href: match[1] ?? '', text: '' }))
}

/** The label that ends with the `]` at `end`, and whether it is the label of an image. */
function labelBefore(text: string, end: number): { text: string; isImage: boolean } {
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
