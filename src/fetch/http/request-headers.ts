/** Headers of one request to a page: the engine's, the language asked for, and at one origin the caller's own. */

import { acceptLanguage, languagesOf } from '../../languages.ts'
import type { OwnFields } from '../../page.ts'

export interface HeaderChoice {
  /** The engine's, by lower-case name. */
  common: Readonly<Record<string, string>>
  /** Value of the `Cookie` header, or null. */
  cookie: string | null
  locale?: string | undefined
  own?: OwnFields | undefined
}

/** By lower-case name. The caller's own win over all others, and are there for their origin alone. */
export function requestHeaders(url: URL, { common, cookie, locale, own }: HeaderChoice): Record<string, string> {
  return {
    ...common,
    ...(locale === undefined ? {} : { 'accept-language': anyAfter(acceptLanguage(languagesOf(locale))) }),
    ...(isOwn(url, own) ? inLowerCase(own.headers) : {}),
    ...(cookie === null ? {} : { cookie }),
  }
}

/** Whether the caller's own headers and cookies go with a request for the URL. */
export function isOwn(url: URL, own: OwnFields | undefined): own is OwnFields {
  return own?.origin === url.origin
}

/** A page in another language is better than none. */
function anyAfter(languages: string): string {
  return `${languages},*;q=0.5`
}

function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
