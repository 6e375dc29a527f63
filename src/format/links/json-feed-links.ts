/** Links of a JSON Feed, also of one that is cut off. @see https://jsonfeed.org/version/1.1 */

import { readEscapes } from '../../html/plain-text.ts'
import { linksInMarkup } from './markup-links.ts'
import type { LinkMatch } from './urls-in-text.ts'

const version = /"version"\s{0,9}:\s{0,9}"https?:\\?\/\\?\/jsonfeed\.org\\?\/version\\?\//

/** Whether a text is a JSON Feed, as its media type or its `version` says. */
export function isJsonFeed(text: string, mediaType: string): boolean {
  return mediaType === 'application/feed+json' || (/^\s*\{/.test(text) && version.test(text))
}

const member = /"(version|home_page_url|feed_url|next_url|url|external_url)"\s{0,9}:\s{0,9}"((?:[^"\\]|\\[\s\S])*)"/g

/** The members that are URLs, relative ones too, and the URLs in all others, in order; `version` names a vocabulary. */
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
