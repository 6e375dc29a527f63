/** Which page of the advertiser's does an ad lead to, as far as the HTML tells? */

import type { Element } from 'domhandler'
import { getDomain } from 'tldts'
import { isGoogleHost, isOpaqueRedirect, landingPage } from '../../google-urls.ts'
import { addressHost } from '../../shapes.ts'
import type { AdLink } from '../survey/ad-links.ts'

// Sites that the browser is told to connect to ahead: the advertiser's own among them, and its click counters.
const originLists = ['data-pcu', 'data-preconnect-urls']

/**
 * The landing page: the link itself, what its redirects carry, else the advertiser's origin from the sites listed on the
 * link that fit the displayed address. Where the link is opaque the displayed address alone gives the origin.
 */
export function landingOf(link: AdLink, displayed: string | null, base: string): string | null {
  const { attribs } = link.element
  const href = attribs.href ?? ''
  for (const address of [href, link.tracking ?? '', ...Object.values(attribs).filter(isRedirect)]) {
    const page = address === '' ? null : landingPage(address, base)
    if (page) return page
  }
  return listedOrigin(link.element, displayed) ?? (isOpaqueRedirect(href) ? displayedOrigin(displayed) : null)
}

/** Absolute address of the click counter; null when the page has none. */
export function counterAddress(link: AdLink, base: string): string | null {
  return link.tracking === null ? null : (URL.parse(link.tracking, base)?.href ?? null)
}

function isRedirect(value: string): boolean {
  return /^(?:https?:)?\/[^\s]*\?/.test(value) && /aclk\?|adurl=/.test(value)
}

function listedOrigin(element: Element, displayed: string | null): string | null {
  const origins = originLists
    .flatMap((name) => (element.attribs[name] ?? '').split(','))
    .map((text) => URL.parse(text.trim()))
    .filter((url): url is URL => url !== null && /^https?:$/.test(url.protocol) && !isGoogleHost(url.hostname))
  const host = displayed === null ? null : addressHost(displayed)
  if (host === null) return origins.length === 1 ? (origins[0]?.href ?? null) : null
  const fitting = origins.filter((url) => siteOf(url.hostname) === siteOf(host))
  return (fitting.find((url) => url.protocol === 'https:') ?? fitting[0])?.href ?? null
}

/** The site that a displayed address names, where nothing else tells; null for Google's own and for none. */
export function displayedOrigin(displayed: string | null): string | null {
  const host = displayed === null ? null : addressHost(displayed)
  if (host === null || isGoogleHost(host)) return null
  return `${displayed?.startsWith('http://') ? 'http' : 'https'}://${host}/`
}

function siteOf(host: string): string {
  return getDomain(host) ?? host
}
