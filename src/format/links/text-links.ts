/** Finds links in text that isn't HTML: plain text, JSON, XML, feeds, sitemaps, CSV, Markdown. */

import type { Link } from '../../contract/list-items.ts'
import type { Page } from '../../html/page.ts'
import { readEscapes } from '../../html/plain-text.ts'
import { isJsonFeed, linksInJsonFeed } from './json-feed-links.ts'
import { createLinkList } from './link-list.ts'
import { linksInMarkdown } from './markdown-links.ts'
import { bareUrls, type LinkMatch } from './urls-in-text.ts'
import { linksInXml } from './xml-links.ts'

/** Returns the links in a string by its media type: Markdown, CSV, or any other. */
export function linksInTextMedia(text: string, { mediaType, finalUrl }: Pick<Page, 'mediaType' | 'finalUrl'>): Link[] {
  if (/markdown$/.test(mediaType)) return toLinks(linksInMarkdown(text), finalUrl)
  if (mediaType === 'text/csv') return linksInCsv(text, finalUrl)
  if (isJsonFeed(text, mediaType)) return toLinks(linksInJsonFeed(text), finalUrl)
  return linksInText(text, finalUrl)
}

/**
 * Returns the http and https URLs in a string from `url`, with the label of a surrounding Markdown link. Image sources are left out.
 * For a feed or a sitemap, includes relative links.
 */
function linksInText(text: string, url: string): Link[] {
  return toLinks(/^\s*</.test(text) ? linksInXml(text, url) : bareUrls(readEscapes(text)), url)
}

/** Like `linksInText`, but a comma outside quotes ends a cell. */
function linksInCsv(text: string, url: string): Link[] {
  return linksInText(
    text.replace(/"[^"]*"|,/g, (cell) => (cell === ',' ? '\n' : cell)),
    url,
  )
}

function toLinks(matches: readonly LinkMatch[], url: string): Link[] {
  const list = createLinkList(url)
  for (const { href, text, base } of matches)
    if (!href.startsWith('#')) list.add(URL.parse(href, base ?? url), () => text)
  return list.links
}
