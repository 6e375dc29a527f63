/** Headers for one page request: the engine's, those for language and device, cookies, and the caller's own for one origin. */

import { acceptLanguage, languagesOf } from '../../base/languages.ts'
import type { DeviceKind, OwnFields } from '../../page/page.ts'

interface HeaderChoice {
  /** The engine's headers, by lower-case name. */
  common: Readonly<Record<string, string>>
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
  const ownHeaders = Object.entries(isOwn(url, own) ? own.headers : {})
  return {
    ...common,
    // Also accepts any other language, because a page in another language is better than no page.
    ...(locale === undefined ? {} : { 'accept-language': `${acceptLanguage(languagesOf(locale))},*;q=0.5` }),
    ...(device === undefined ? {} : hintHeaders(device)),
    ...Object.fromEntries(ownHeaders.map(([name, value]) => [name.toLowerCase(), value])),
    ...(cookie === null ? {} : { cookie }),
  }
}

/** @see https://wicg.github.io/ua-client-hints/ */
function hintHeaders(device: DeviceKind): Record<string, string> {
  const { mobile, platform } = deviceHints[device]
  return { 'sec-ch-ua-mobile': mobile ? '?1' : '?0', 'sec-ch-ua-platform': `"${platform}"` }
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

const maxCookies = 50
const maxCookieLength = 4096

/**
 * Keeps the cookies of one retrieval: some sites set a cookie and, until it is sent back, redirect to the same URL. Sends cookies back to
 * the same origin only, and ignores all attributes except those that delete a cookie. The caller's own cookies are included from the start,
 * as if their origin had set them.
 */
export function createCookieJar(own?: OwnFields) {
  const byOrigin = new Map<string, Map<string, string>>()
  if (own) byOrigin.set(own.origin, new Map(Object.entries(own.cookies)))
  return {
    /** Returns the value of the `Cookie` header for this origin, or null. */
    header(origin: string): string | null {
      const cookies = byOrigin.get(origin)
      return cookies?.size ? [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') : null
    },
    /** Stores what this origin's `Set-Cookie` headers set, and removes what they delete. */
    store(origin: string, setCookies: readonly string[]): void {
      const cookies = byOrigin.get(origin) ?? new Map<string, string>()
      byOrigin.set(origin, cookies)
      for (const line of setCookies) {
        const [pair = '', ...attributes] = line.split(';')
        const at = pair.indexOf('=')
        const name = pair.slice(0, at).trim()
        const value = pair.slice(at + 1).trim()
        if (at < 1 || !isSendable(name, value)) continue
        if (attributes.some(isDeletion)) cookies.delete(name)
        else if (cookies.has(name) || cookies.size < maxCookies) cookies.set(name, value)
      }
    },
  }
}

function isSendable(name: string, value: string): boolean {
  return name.length + value.length <= maxCookieLength && /^[\x21-\x7e]+$/.test(name) && /^[\x20-\x7e]*$/.test(value)
}

function isDeletion(attribute: string): boolean {
  const [name = '', value = ''] = attribute.split('=', 2).map((part) => part.trim())
  if (name.toLowerCase() === 'max-age') return Number(value) <= 0
  return name.toLowerCase() === 'expires' && Date.parse(value) < Date.now()
}
