/** Finds links in a JSON Feed, even a truncated one. @see https://jsonfeed.org/version/1.1 */

import { readEscapes } from '../../html/plain-text.ts'
import { linksInMarkup } from './markup-links.ts'
import type { LinkMatch } from './urls-in-text.ts'

const version = /"version"\s{0,9}:\s{0,9}"https?:\\?\/\\?\/jsonfeed\.org\\?\/version\\?\//

/** True if a string is a JSON Feed, by its media type or its `version`. */
export function isJsonFeed(text: string, mediaType: string): boolean {
  return mediaType === 'application/feed+json' || (/^\s*\{/.test(text) && version.test(text))
}

const member = /"(version|home_page_url|feed_url|next_url|url|external_url)"\s{0,9}:\s{0,9}"((?:[^"\\]|\\[\s\S])*)"/g

/** Returns URL members, including relative ones, and URLs in all other members, in order. `version` names a vocabulary and is skipped. */
export function linksInJsonFeed(json: string): LinkMatch[] {
  const links: LinkMatch[] = []
  let end = 0
  for (const { index, 0: whole, 1: name, 2: written = '' } of json.matchAll(member)) {
    links.push(...linksInMarkup(readEscapes(json.slice(end, index))))
    end = index + whole.length
    const href = readEscapes(written).trim()
    if (name !== 'version' && href !== '') links.push({ at: index, href, text: '' })
  }
  links.push(...linksInMarkup(readEscapes(json.slice(end))))
  return links
}
