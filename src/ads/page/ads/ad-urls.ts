/** Determines the URLs of an ad: its landing page, its click counter and its image. */

import type { Element } from 'domhandler'
import { getDomain } from 'tldts'
import { isHttp } from '../../../base/url-schemes.ts'
import { imageUrls } from '../../../html/image-urls.ts'
import { isElement, walk } from '../../../html/traverse.ts'
import { displayedOrigin, isGoogleHost, isOpaqueRedirect, landingPage, pictureUrl } from '../../ad/google-urls.ts'
import { displayedUrlHost } from '../../text/short-texts.ts'
import { isNonContent } from '../dom/text-lines.ts'
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
  const siteOf = (name: string) => getDomain(name) ?? name
  const sameSite = origins.filter(({ hostname }) => siteOf(hostname) === siteOf(host))
  return (sameSite.find((url) => url.protocol === 'https:') ?? sameSite[0])?.href ?? null
}

/** Advertisers' icons are 18 to 40 pixels wide. Sitelink and product images are at least 64 (seen 2014–2026). */
const maxIconPx = 48
/** Longer style attributes may embed an image. */
const maxStyleChars = 2000
// Google's own icons, and advertisers' favicons. Product images are on encrypted-tbn0 to encrypted-tbn3.gstatic.com.
const iconUrl =
  /^(?:https:)?\/\/(?:(?:www|ssl|fonts|maps)\.gstatic\.com\/|[^/]+\/(?:s2\/favicons|faviconV2)\b)|cleardot\.gif/i

/**
 * The https URL of the first image, whether loaded immediately or lazily. Null if the image is embedded in the page (`data:`) or in one of
 * its scripts. `isOthers` recognizes elements that aren't part of the ad's content: links to other sites, and the ad's header.
 */
export function readPicture(root: Element, base: string, isOthers: (element: Element) => boolean): string | null {
  let picture: string | null = null
  walk(root, (node) => {
    if (!isElement(node)) return
    // An image can be hidden until it is loaded.
    if (picture !== null || (isNonContent(node) && node.name !== 'video') || isOthers(node)) return false
    picture = firstPicture(node, base)
  })
  return picture
}

function firstPicture(element: Element, base: string): string | null {
  if (isIcon(element)) return null
  for (const src of sourcesOf(element)) {
    // Images with relative paths on a result page are Google's own icons.
    if (!/^\s*(?:https:)?\/\//i.test(src) || iconUrl.test(src.trim())) continue
    const url = pictureUrl(src, base)
    if (url !== null) return url
  }
  return null
}

function sourcesOf(element: Element): string[] {
  const { poster, style = '' } = element.attribs
  if (element.name === 'img') return imageUrls(element)
  if (element.name === 'video') return poster === undefined ? [] : [poster]
  const background = /background(?:-image)?\s*:[^;]*?url\(\s*["']?([^"')]+)/i.exec(style.slice(0, maxStyleChars))?.[1]
  return background === undefined ? [] : [background]
}

function isIcon({ attribs }: Element): boolean {
  const style = (attribs.style ?? '').slice(0, maxStyleChars)
  return ['width', 'height'].some((side) => {
    const written = attribs[side] ?? new RegExp(String.raw`(?:^|[;\s])${side}\s*:\s*([^;]+)`, 'i').exec(style)?.[1]
    const pixels = /^\s*(\d{1,5})(?:\.\d+)?\s*(?:px)?\s*$/i.exec(written ?? '')?.[1]
    return pixels !== undefined && Number(pixels) <= maxIconPx
  })
}
