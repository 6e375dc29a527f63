/** Recognizes ad links to apps and phone numbers. Their ads show no URL. */

import { containsPicture } from '../dom/contains-picture.ts'
import { textLines } from '../dom/text-lines.ts'
import type { AdLink } from './ad-links.ts'

const appStoreUrl =
  /^https?:\/\/(?:play\.google\.com\/store\/apps|(?:apps|itunes)\.apple\.com\/|appgallery\.huawei\.com\/)/
const minCardLines = 2

/** The target of the link; null if it leads to one of the advertiser's pages. */
export function appOrCall({ element: { attribs } }: AdLink): 'app' | 'call' | null {
  const { href = '' } = attribs
  if (appStoreUrl.test(href) || Object.values(attribs).some((value) => appStoreUrl.test(adurlIn(value)))) return 'app'
  return href.startsWith('tel:') ? 'call' : null
}

/** True if the link alone is an app card: an image, a name and information about the app. */
export function isAppCard(link: AdLink): boolean {
  if (appOrCall(link) !== 'app' || !containsPicture(link.element)) return false
  return textLines(link.element).length >= minCardLines
}

function adurlIn(value: string): string {
  return /adurl=([^&]+)/.exec(value)?.[1]?.replace(/%3A/gi, ':').replace(/%2F/gi, '/') ?? ''
}
