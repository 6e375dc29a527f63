/** Is this address Google's own, does it track a click on an ad, and which page does it hide? */

import { googleDomains } from '../contract/google-domains.ts'

// Hosts besides google.* that count clicks, serve ads or carry Google's own files.
const serviceHosts = [
  'doubleclick.net',
  'google-analytics.com',
  'googleadservices.com',
  'googleapis.com',
  'googlesyndication.com',
  'googletagmanager.com',
  'googleusercontent.com',
  'gstatic.com',
]

const googleEndings = new Set(googleDomains)

/** Parameters in which click counters (Google's and others') carry the landing page. */
const landingParameters = ['adurl', 'ds_dest_url', 'pcurl', 'url', 'q']

/** Is the host Google's, under any of its endings, or one of its ad services? */
export function isGoogleHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  const ending = /(?:^|\.)google\.([a-z.]+)$/.exec(name)?.[1]
  if (ending !== undefined && googleEndings.has(ending)) return true
  return serviceHosts.some((service) => name === service || name.endsWith(`.${service}`))
}

// An address on the page's own host begins where no other address is under way.
const redirects = /(?:(?:https?:)?\/\/([\w.-]+)|(?<![\w./:-]))(?:\/pagead)?\/aclk\?[^\s'"<>\\]*/gi

/** The ad redirect (`/aclk?`) inside an attribute's value, whatever stands around it; null when there is none. */
export function adRedirectIn(value: string): string | null {
  if (!value.includes('aclk?')) return null
  for (const [redirect, host] of value.matchAll(redirects))
    if (host === undefined || isGoogleHost(host)) return redirect
  return null
}

/** Opaque redirects of the era that began about June 2026: nothing in them names the page. */
export function isOpaqueRedirect(href: string): boolean {
  return /^(?:https?:\/\/[^/]+)?\/goto\?/.test(href)
}

/** What tells one click target from another: links of one product share it. */
export function clickTarget(tracking: string): string {
  const query = tracking.slice(tracking.indexOf('?') + 1)
  return /(?:^|[&?])(?:ai|url)=([^&]+)/.exec(query)?.[1] ?? query
}

/**
 * The advertiser's page behind an address: the address itself, or what a redirect names in its parameters.
 * Null for Google's own addresses and for anything but http(s).
 */
export function landingPage(href: string, base: string): string | null {
  const url = URL.parse(href, base)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  if (!isOwn(url, base)) return url.href
  const isAdServer = /(?:^|\.)doubleclick\.net$/.test(url.hostname)
  if (!isAdServer && !/\/(?:url|aclk|clk)$/.test(url.pathname)) return null
  for (const name of landingParameters) {
    const value = url.searchParams.get(name)
    if (value === null || !/^https?:\/\//i.test(value)) continue
    const nested = landingPage(value, base)
    if (nested) return nested
  }
  // doubleclick's older clicks end in ?https://advertiser.example/
  const tail = isAdServer ? /[?;](https?:\/\/.+)$/i.exec(url.href)?.[1] : undefined
  return tail === undefined ? null : landingPage(tail, base)
}

// Tests and compatible providers serve Google's pages elsewhere: the page's own origin is Google's too.
function isOwn(url: URL, base: string): boolean {
  return isGoogleHost(url.hostname) || url.host === URL.parse(base)?.host
}
