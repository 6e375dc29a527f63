/** Finds an ad's image, which shows a product, a place or a video. Skips the advertiser's icon, other icons and stars. */

import type { Element } from 'domhandler'
import { imageUrls } from '../../../html/image-urls.ts'
import { isElement, walk } from '../../../html/traverse.ts'
import { pictureUrl } from '../../ad/google-urls.ts'
import { isNonContent } from '../dom/text-lines.ts'

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
    if (picture !== null) return false
    if (!isElement(node)) return
    // An image can be hidden until it is loaded.
    if (isNonContent(node) && node.name !== 'video') return false
    if (isOthers(node)) return false
    picture = firstPicture(node, base)
    return picture === null
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
