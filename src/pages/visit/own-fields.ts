/** Passes the caller's own headers and cookies to the engines. */

import type { ScrapeInput } from '../../contract/scrape.ts'
import type { OwnFields } from '../../html/page.ts'

/** Limits the fields to the origin of the requested URL. Returns undefined if the caller has none. */
export function ownFields({
  url,
  headers = {},
  cookies = {},
}: Pick<ScrapeInput, 'url' | 'headers' | 'cookies'>): OwnFields | undefined {
  const isEmpty = Object.keys(headers).length + Object.keys(cookies).length === 0
  return isEmpty ? undefined : { origin: url.origin, headers, cookies }
}
