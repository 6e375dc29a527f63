/** Finds links in text that isn't HTML: plain text, JSON, XML, feeds, sitemaps, CSV, Markdown. */

import type { Link } from '../../contract/list-items.ts'
import { readEscapes, withoutVocabulary } from '../../html/plain-text.ts'
import { endOfUrl, isNoHost, maxUrlLength, type TypedUrl } from '../../html/typed-urls.ts'
import { collapseAndTrim } from '../../html/white-space.ts'
import type { Page } from '../../page/page.ts'
import { createLinkList } from './links.ts'

/**
 * Returns the http and https URLs in text, with the label of a surrounding Markdown link. Leaves out image sources. For Markdown, a feed or
 * a sitemap, includes relative links.
 */
export function linksInTextMedia(
  text: string,
  { mediaType, finalUrl: base }: Pick<Page, 'mediaType' | 'finalUrl'>,
): Link[] {
  const list = createLinkList(base)
  const addAll = (matches: readonly LinkMatch[], from = base) => {
    for (const { href, text } of matches) if (!href.startsWith('#')) list.add(URL.parse(href, from), () => text)
  }
  const plain = /^\s*</.test(text) ? withoutVocabulary(text) : text
  const kind = feedKind(plain, mediaType)
  if (/markdown$/.test(mediaType)) addAll(linksInMarkdown(text))
  else if (kind === null) addAll(bareUrls(readEscapes(plain)))
  else for (const part of partsByBase(plain, base)) addAll(linksInFeed(part.text, kind), part.base)
  return list.links
}

// Atom, all versions of RSS, sitemaps and OPML.
const xmlFeed = /<(?:[\w.-]+:)?(?:feed|rss|RDF|urlset|sitemapindex|opml)[\s>]/
const jsonFeed = /^\s*\{(?=[\s\S]*"version"\s{0,9}:\s{0,9}"https?:\\?\/\\?\/jsonfeed\.org\\?\/version\\?\/)/

// Elements whose text is a URL, and attributes that hold a URL. Lengths are bounded, so that reading takes linear time.
const inXml =
  /<(?:\w+:)?(?:link|loc|uri|comments)(?:\s[^<>]{0,500})?>\s{0,99}(?:<!\[CDATA\[\s{0,99})?(?<text>[^\s<>"\]]+)\s{0,99}(?:\]\]>\s{0,99})?<\/|\b(?:href|url|xmlUrl|htmlUrl)(?<=<(?:\w+:)?(?:link|enclosure|outline)\s[^<>]{0,500})\s?=\s?(?:"(?<double>[^"<]*)"|'(?<single>[^'<]*)')/g
// Members that hold URLs. @see https://jsonfeed.org/version/1.1
const inJson =
  /"(?:(?<vocabulary>version)|home_page_url|feed_url|next_url|url|external_url)"\s{0,9}:\s{0,9}"(?<member>(?:[^"\\]|\\[\s\S])*)"/g

// Doesn't match words, numbers (`slash:comments`), hosts without a scheme, or words attached to a URL.
const urlText =
  /^(?:https?:|(?!.*:\/\/)(?:\.{0,2}\/|\?|[^\s./?#:]+\/|[\w-]+\.(?:html?|php|aspx?|jsp|xml)\b))[^\s<>"]*$/i

function feedKind(text: string, mediaType: string): 'json' | 'xml' | null {
  if (mediaType === 'application/feed+json' || jsonFeed.test(text)) return 'json'
  return xmlFeed.test(text.slice(0, 10_000)) ? 'xml' : null
}

function linksInFeed(feed: string, kind: 'json' | 'xml'): LinkMatch[] {
  const links: LinkMatch[] = []
  let end = 0
  for (const { index, 0: whole, groups = {} } of feed.matchAll(kind === 'json' ? inJson : inXml)) {
    const { text, double, single, member, vocabulary } = groups
    if (text !== undefined && !urlText.test(text)) continue
    for (const link of linksInMarkup(readEscapes(feed.slice(end, index)))) links.push(link)
    end = index + whole.length
    const href = readEscapes(text ?? double ?? single ?? member ?? '')
      .trim()
      .replaceAll('&amp;', '&')
    if (vocabulary === undefined && href !== '' && href.length <= maxUrlLength)
      links.push({ at: index, href, text: '' })
  }
  return [...links, ...linksInMarkup(readEscapes(feed.slice(end)))]
}

/** Returns the targets of links and link definitions (including relative ones), `href` values in HTML, and bare URLs, in text order. */
function linksInMarkdown(markdown: string): LinkMatch[] {
  const text = readEscapes(markdown)
  const tags = hrefsInMarkup(text)
  const matches = [...bareUrls(text, tags), ...targets(text), ...definitions(text), ...tags]
  return matches.sort((a, b) => a.at - b.at)
}

/** Finds `[text](target)`; the target may be relative. */
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
    // A URL can't contain these characters. Otherwise, text full of brackets would be read again from each bracket.
    if (char === '[' || char === ']' || char === '<') return ''
    if (/\s/.test(char)) return window.slice(0, at)
    if (char === '(') depth++
    else if (char === ')' && depth-- === 0) return window.slice(0, at)
  }
  return ''
}

function definitions(text: string): LinkMatch[] {
  const definition = /^ {0,3}\[(?!\^)[^[\]\n]{1,200}\]: {0,3}(?:<([^<>\n]{1,8000})>|<?([^\s<>]{1,8000}))/gm
  return [...text.matchAll(definition)].map((match) => ({
    at: match.index,
    href: match[1] ?? match[2] ?? '',
    text: '',
  }))
}

const based = /<([\w:.-]+)([^<>]*?)\sxml:base\s?=\s?(?:"([^"<]*)"|'([^'<]*)')([^<>]*)>/g
const maxDepth = 20

/** An element ends at the first end tag with its name. Leaves out `xml:base`, because its URL isn't a link. */
function* partsByBase(xml: string, base: string, depth = 0): Generator<{ text: string; base: string }> {
  let start = 0
  for (const { index, 0: tag, 1: name, 2: before = '', 3: double = '', 4: url = double, 5: after = '' } of xml.matchAll(
    based,
  )) {
    if (index < start || depth === maxDepth) continue
    const end = after.endsWith('/') ? index + tag.length : xml.indexOf(`</${name}>`, index)
    yield { text: xml.slice(start, index), base }
    start = end < 0 ? xml.length : end
    const inner = `<${name}${before}${after}>${xml.slice(index + tag.length, start)}`
    yield* partsByBase(inner, URL.parse(url, base)?.href ?? base, depth + 1)
  }
  yield { text: xml.slice(start), base }
}

/** Link tags, with their ranges in the text, in order. */
type TagMatch = LinkMatch & { end: number }

// Quoted values can't contain `<`. Otherwise, text full of unclosed quotes would be read to its end for each tag.
const linkTag = /<a(?:rea)?\s((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>(?:([^<]{0,1000})<\/a)?/gi
const hrefOf = /(?:^|[\s"'/])href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/** Returns the `href` of each `a` and `area`, including relative ones, with the link text if it contains no markup. */
function hrefsInMarkup(text: string): TagMatch[] {
  return [...text.matchAll(linkTag)].flatMap(({ index, 0: whole, 1: attributes = '', 2: words = '' }) => {
    const [, double, single, bare] = hrefOf.exec(attributes) ?? []
    const href = (double ?? single ?? bare)?.trim().replaceAll('&amp;', '&')
    if (href === undefined) return []
    const end = index + whole.length - words.length
    return [{ at: index, end, href, text: collapseAndTrim(words) }]
  })
}

function linksInMarkup(text: string): LinkMatch[] {
  const tags = hrefsInMarkup(text)
  if (tags.length === 0) return bareUrls(text)
  return [...tags, ...bareUrls(text, tags)].sort((a, b) => a.at - b.at)
}

/** The text is the label of a Markdown link, or the text of an `a`; empty if there is neither. */
type LinkMatch = TypedUrl

const maxLabelLength = 1000

/** Returns URLs with their labels, except image sources and URLs that begin in a range already read. Expects the ranges in order. */
function bareUrls(text: string, read: readonly TagMatch[] = []): LinkMatch[] {
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
function labelBefore(text: string, end: number): { text: string; isImage: boolean } {
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
