/** Recognizes Google's URLs: its hosts, ad redirects, opaque redirects, and the landing page inside a redirect. */

import { isHttp, unfollowedSchemes } from '../../base/url-schemes.ts'
import { googleDomains } from '../../contract/ads/google-domains.ts'
import { displayedUrlHost } from '../text/short-texts.ts'

// These hosts count clicks and views, and never serve an ad's image.
const clickCounterHosts = ['doubleclick.net', 'googleadservices.com', 'google-analytics.com', 'googletagmanager.com']

// Hosts outside google.* that count clicks, serve ads or store Google's own files.
const storageHosts = ['googleapis.com', 'googlesyndication.com', 'googleusercontent.com', 'gstatic.com']
const serviceHosts = [...clickCounterHosts, ...storageHosts]

const maxPictureUrlLength = 8000

const googleSuffixes = new Set(googleDomains)

/** Query parameters that hold the landing page in the click-tracking URLs of Google and others. */
const landingParameters = ['adurl', 'ds_dest_url', 'pcurl', 'url', 'q']

/** True if the host is google.* with one of Google's suffixes, or one of its service hosts. */
export function isGoogleHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  const suffix = /(?:^|\.)google\.([a-z.]+)$/.exec(name)?.[1]
  if (suffix !== undefined && googleSuffixes.has(suffix)) return true
  return serviceHosts.some((service) => isHostOf(name, service))
}

function isHostOf(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`)
}

// A path without a host counts only if it isn't part of another URL.
const adRedirect = /(?:(?:https?:)?\/\/([\w.-]+)|(?<![\w./:-]))(?:\/pagead)?\/aclk\?[^\s'"<>\\]*/gi

/** The first Google ad redirect (`/aclk?`) in an attribute value, which may be a script; null if there isn't one. */
export function findAdRedirect(value: string): string | null {
  if (!value.includes('aclk?')) return null
  for (const [redirect, host] of value.matchAll(adRedirect))
    if (host === undefined || isGoogleHost(host)) return redirect
  return null
}

/** True if the URL is an opaque redirect (`/goto?url=CAES…`, seen since June 2026), which doesn't reveal the landing page. */
export function isOpaqueRedirect(href: string): boolean {
  return /^(?:https?:\/\/[^/]+)?\/goto\?/.test(href)
}

/** Returns a string that identifies the target of an ad redirect. It is the same for all links to one product. */
export function clickTarget(redirect: string): string {
  const query = redirect.slice(redirect.indexOf('?') + 1)
  return /(?:^|[&?])(?:ai|url)=([^&]+)/.exec(query)?.[1] ?? query
}

/**
 * Returns the advertiser's page that a URL leads to, directly or as a parameter of a redirect. Null for Google's own pages and for schemes
 * other than http(s). `base` is the result page's URL.
 * @example
 * landingPage('/aclk?adurl=https://shop.example/', 'https://www.google.com/search') // 'https://shop.example/'
 * landingPage('/maps', 'https://www.google.com/search') // null
 */
export function landingPage(href: string, base: string): string | null {
  const url = URL.parse(href, base)
  if (!isHttp(url)) return null
  if (!isGoogleUrl(url, base)) return url.href
  const isAdServer = /(?:^|\.)doubleclick\.net$/.test(url.hostname)
  if (!isAdServer && !/\/(?:url|aclk|clk)$/.test(url.pathname)) return null
  for (const name of landingParameters) {
    const value = url.searchParams.get(name)
    if (value === null || !/^https?:\/\//i.test(value)) continue
    const nested = landingPage(value, base)
    if (nested) return nested
  }
  // Older doubleclick.net click trackers end with ?https://advertiser.example/
  const tail = isAdServer ? /[?;](https?:\/\/.+)$/i.exec(url.href)?.[1] : undefined
  return tail === undefined ? null : landingPage(tail, base)
}

/** True if a link, as written, is empty, leads to a fragment of the same page, or runs a script. */
export function leadsNowhere(href = ''): boolean {
  const scheme = /^[a-z]+:/i.exec(href)?.[0] ?? ''
  return href === '' || href.startsWith('#') || unfollowedSchemes.has(scheme.toLowerCase())
}

/** The https URL of an image; null for other schemes, and for a URL that tracks a click. `base` is the result page's URL. */
export function pictureUrl(src: string, base: string): string | null {
  const url = src.length > maxPictureUrlLength || /^\s*(?:#|$)/.test(src) ? null : URL.parse(src.trim(), base)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  if (findAdRedirect(url.href) !== null || isOpaqueRedirect(url.href)) return null
  return clickCounterHosts.some((host) => isHostOf(url.hostname, host)) ? null : url.href
}

/** True if a link leads to one of Google's own pages, rather than to a redirect or an app in its store. */
export function isGooglePageLink(href: string, base: string): boolean {
  const url = URL.parse(href, base)
  if (!isHttp(url) || !isGoogleUrl(url, base)) return false
  if (landingPage(href, base) !== null || isOpaqueRedirect(href) || findAdRedirect(url.href) !== null) return false
  if (url.hostname === 'play.google.com' || /\.doubleclick\.net$/.test(url.hostname)) return false
  return !/\/(?:aclk|clk|url|goto|localservices)(?:\/|$)/.test(url.pathname)
}

// Tests and compatible services serve Google's pages from other hosts, so the page's own host counts as one of Google's.
function isGoogleUrl(url: URL, base: string): boolean {
  return isGoogleHost(url.hostname) || url.host === URL.parse(base)?.host
}

/** The origin in a displayed URL, used if an ad's link is opaque; null if there isn't one or it is one of Google's. */
export function displayedOrigin(displayedUrl: string | null): string | null {
  const host = displayedUrl === null ? null : displayedUrlHost(displayedUrl)
  if (host === null || isGoogleHost(host)) return null
  return `${displayedUrl?.startsWith('http://') ? 'http' : 'https'}://${host}/`
}
