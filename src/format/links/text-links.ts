/** Finds links in text that isn't HTML: plain text, JSON, XML, feeds, sitemaps, CSV, Markdown. */

import type { Link } from '../../contract/list-items.ts'
import { readEscapes, withoutVocabulary } from '../../html/plain-text.ts'
import type { Page } from '../../page/page.ts'
import { feedKind, linksInFeed } from './feed-links.ts'
import { createLinkList } from './link-list.ts'
import { linksInMarkdown } from './markdown-links.ts'
import { bareUrls, type LinkMatch } from './urls-in-text.ts'
import { partsByBase } from './xml-bases.ts'

/** Returns the links in a string, read as Markdown or as other text, according to its media type. */
export function linksInTextMedia(text: string, { mediaType, finalUrl }: Pick<Page, 'mediaType' | 'finalUrl'>): Link[] {
  if (/markdown$/.test(mediaType)) return toLinks([{ matches: linksInMarkdown(text), base: finalUrl }], finalUrl)
  return linksInText(text, mediaType, finalUrl)
}

/**
 * Returns the http and https URLs in a string from `url`, with the label of a surrounding Markdown link. Leaves out image sources.
 * For a feed or a sitemap, includes relative links.
 */
function linksInText(text: string, mediaType: string, url: string): Link[] {
  const plain = /^\s*</.test(text) ? withoutVocabulary(text) : text
  const kind = feedKind(plain, mediaType)
  if (kind === null) return toLinks([{ matches: bareUrls(readEscapes(plain)), base: url }], url)
  const parts = [...partsByBase(plain, url)]
  return toLinks(
    parts.map(({ text, base }) => ({ matches: linksInFeed(text, kind), base })),
    url,
  )
}

function toLinks(parts: readonly { matches: readonly LinkMatch[]; base: string }[], url: string): Link[] {
  const list = createLinkList(url)
  for (const { matches, base } of parts) {
    for (const { href, text } of matches) if (!href.startsWith('#')) list.add(URL.parse(href, base), () => text)
  }
  return list.links
}
