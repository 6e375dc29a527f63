/** The site of a host, and a test for URLs on the page's own site. */

import { getDomain } from 'tldts'
import { isHttp } from '../base/url-schemes.ts'

/**
 * The registrable domain of a host according to the Public Suffix List, including its private section: each tenant of github.io is a
 * separate site. Returns the host itself if it is an IP address, a single label or a public suffix. @see https://publicsuffix.org/
 */
export function siteOf(hostname: string): string {
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}

/**
 * Returns a function that returns true for URLs on the site of `pageUrl`; null if the scheme isn't http(s).
 * @example
 * const isOwn = createSiteTest('https://www.example.co.uk/')
 * isOwn(new URL('https://shop.example.co.uk/')) // true
 * isOwn(new URL('mailto:info@example.co.uk')) // null
 */
export function createSiteTest(pageUrl: string): (url: URL) => boolean | null {
  const own = siteOf(new URL(pageUrl).hostname)
  const known = new Map<string, boolean>()
  return (url) => {
    if (!isHttp(url)) return null
    const { hostname } = url
    const before = known.get(hostname)
    if (before !== undefined) return before
    const isOwn = siteOf(hostname) === own
    known.set(hostname, isOwn)
    return isOwn
  }
}
