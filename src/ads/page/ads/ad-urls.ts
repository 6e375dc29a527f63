/** Determines the URLs of an ad's landing page and click counter. */

import type { Element } from 'domhandler'
import { getDomain } from 'tldts'
import { isHttp } from '../../../base/url-schemes.ts'
import { displayedOrigin, isGoogleHost, isOpaqueRedirect, landingPage } from '../../ad/google-urls.ts'
import { displayedUrlHost } from '../../text/displayed-url.ts'
import type { AdLink } from '../survey/ad-links.ts'

// Sites that the browser preconnects to: the advertiser's site, and sites that track its clicks.
const preconnectAttributes = ['data-pcu', 'data-preconnect-urls']

/**
 * Returns the link's own URL or the URL in its redirects, if there is one. Otherwise, returns the preconnect origin that matches the
 * displayed URL. Without such an origin, returns the origin of the displayed URL if the link is opaque, otherwise null. `base` is the
 * result page's URL.
 */
export function landingUrlOf(link: AdLink, displayedUrl: string | null, base: string): string | null {
  const { attribs } = link.element
  const href = attribs.href ?? ''
  for (const candidate of [href, link.clickCounter ?? '', ...Object.values(attribs).filter(isRedirect)]) {
    const page = candidate === '' ? null : landingPage(candidate, base)
    if (page) return page
  }
  return preconnectOrigin(link.element, displayedUrl) ?? (isOpaqueRedirect(href) ? displayedOrigin(displayedUrl) : null)
}

/** The absolute URL of the click counter; null if the link doesn't have one. */
export function trackingUrlOf(link: AdLink, base: string): string | null {
  return link.clickCounter === null ? null : (URL.parse(link.clickCounter, base)?.href ?? null)
}

function isRedirect(value: string): boolean {
  return /^(?:https?:)?\/[^\s]*\?/.test(value) && /aclk\?|adurl=/.test(value)
}

function preconnectOrigin(element: Element, displayedUrl: string | null): string | null {
  const origins = preconnectAttributes
    .flatMap((name) => (element.attribs[name] ?? '').split(','))
    .map((text) => URL.parse(text.trim()))
    .filter(isHttp)
    .filter(({ hostname }) => !isGoogleHost(hostname))
  const host = displayedUrl === null ? null : displayedUrlHost(displayedUrl)
  if (host === null) return origins.length === 1 ? (origins[0]?.href ?? null) : null
  const sameSite = origins.filter((url) => registrableDomain(url.hostname) === registrableDomain(host))
  return (sameSite.find((url) => url.protocol === 'https:') ?? sameSite[0])?.href ?? null
}

function registrableDomain(host: string): string {
  return getDomain(host) ?? host
}
