/** Headers for one page request: the engine's, those for language and device, and the caller's own for one origin. */

import { acceptLanguage, languagesOf } from '../../base/languages.ts'
import type { DeviceKind, OwnFields } from '../../page/page.ts'

interface HeaderChoice {
  /** The engine's headers, by lower-case name. */
  common: Readonly<Record<string, string>>
  /** Value of the `Cookie` header, or null. */
  cookie: string | null
  locale?: string | undefined
  device?: DeviceKind | undefined
  own?: OwnFields | undefined
}

/** Returns headers by lower-case name. The caller's own override all others, and go only to their origin. */
export function requestHeaders(
  url: URL,
  { common, cookie, locale, device, own }: HeaderChoice,
): Record<string, string> {
  return {
    ...common,
    ...(locale === undefined ? {} : { 'accept-language': anyAfter(acceptLanguage(languagesOf(locale))) }),
    ...(device === undefined ? {} : hintHeaders(device)),
    ...(isOwn(url, own) ? inLowerCase(own.headers) : {}),
    ...(cookie === null ? {} : { cookie }),
  }
}

/** @see https://wicg.github.io/ua-client-hints/ */
function hintHeaders(device: DeviceKind): Record<string, string> {
  const { mobile, platform } = deviceHints[device]
  return { 'sec-ch-ua-mobile': mobile ? '?1' : '?0', 'sec-ch-ua-platform': `"${platform}"` }
}

/** Also accepts any other language, because a page in another language is better than no page. */
function anyAfter(languages: string): string {
  return `${languages},*;q=0.5`
}

function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** The caller's own headers and cookies go to one origin only. A redirect to another origin drops them until a redirect leads back. */
export function isOwn(url: URL, own: OwnFields | undefined): own is OwnFields {
  return own?.origin === url.origin
}

/** The values that Chrome sends. Chrome doesn't treat a tablet as `mobile`. */
export const deviceHints: Readonly<Record<DeviceKind, { mobile: boolean; platform: string }>> = {
  desktop: { mobile: false, platform: 'Linux' },
  mobile: { mobile: true, platform: 'Android' },
  tablet: { mobile: false, platform: 'Android' },
}
