/** Finds links in feeds and sitemaps, even truncated ones: all absolute URLs, and relative URLs where a URL is expected. */

import { readEscapes } from '../../html/plain-text.ts'
import { maxUrlLength } from '../../html/typed-urls.ts'
import { linksInMarkup } from './markup-links.ts'
import type { LinkMatch } from './urls-in-text.ts'

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

/** Returns the kind of a feed or sitemap; null for any other text. */
export function feedKind(text: string, mediaType: string): 'json' | 'xml' | null {
  if (mediaType === 'application/feed+json' || jsonFeed.test(text)) return 'json'
  return xmlFeed.test(text.slice(0, 10_000)) ? 'xml' : null
}

/** Returns the links in a feed or sitemap, or a part of it, in order. */
export function linksInFeed(feed: string, kind: 'json' | 'xml'): LinkMatch[] {
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
