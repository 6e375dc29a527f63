/** The headers and cookies of a caller's own, as the engines take them. */

import type { ScrapeInput } from '../../contract/scrape.ts'
import type { OwnFields } from '../../html/page.ts'

/** For the origin of the URL that was asked for; undefined when the caller gives none. */
export function ownFields({
  url,
  headers = {},
  cookies = {},
}: Pick<ScrapeInput, 'url' | 'headers' | 'cookies'>): OwnFields | undefined {
  const isEmpty = Object.keys(headers).length + Object.keys(cookies).length === 0
  return isEmpty ? undefined : { origin: url.origin, headers, cookies }
}
