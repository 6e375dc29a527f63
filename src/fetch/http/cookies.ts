/** Cookies of one retrieval. Some sites set a cookie and, until it is sent back, redirect to the same URL. */

import type { OwnFields } from '../../page/page.ts'

interface CookieJar {
  /** Returns the value of the `Cookie` header for this origin, or null. */
  header(origin: string): string | null
  /** Stores what this origin's `Set-Cookie` headers set, and removes what they delete. */
  store(origin: string, setCookies: readonly string[]): void
}

const maxCookies = 50
const maxCookieLength = 4096

/**
 * Sends cookies back to the same origin only, and ignores all attributes except those that delete a cookie. Keeps nothing after the
 * retrieval. The caller's own cookies are included from the start, as if their origin had set them.
 */
export function createCookieJar(own?: OwnFields): CookieJar {
  const byOrigin = new Map<string, Map<string, string>>()
  if (own) byOrigin.set(own.origin, new Map(Object.entries(own.cookies)))
  return {
    header(origin) {
      const cookies = byOrigin.get(origin)
      return cookies?.size ? [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') : null
    },
    store(origin, setCookies) {
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
