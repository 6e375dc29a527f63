/** Determines what kind of offer a tile is: a vehicle, a hotel, a tour, a product or a video. */

import type { Element } from 'domhandler'
import { hasElement } from '../../../html/traverse.ts'
import type { AdKind } from '../../ad/ad.ts'
import type { TextLine } from '../dom/text-lines.ts'
import type { AdLink } from '../survey/ad-links.ts'
import { isCondition, isDuration, isMileage } from './tile-facts.ts'

const maxNodes = 500
const hotelLink = /\/travel\/(?:hotels|clk)|[/?&.=-]hotels?\b|hotel_/i
const videoHost = /^(?:https?:)?\/\/(?:[a-z]+\.)?(?:youtube\.com|youtu\.be|vimeo\.com)\//i
// As in "2021 Toyota Corolla LE".
const yearBefore = /^(?:19[5-9]\d|20[0-4]\d)\s\p{L}/u
const pictureTags = new Set(['video', 'img', 'g-img'])

/** `lines` are the tile's lines except its name and prices. */
export function tileKind(
  root: Element,
  links: AdLink[],
  lines: TextLine[],
  tile: { title: string; hasPrice: boolean },
): AdKind {
  const texts = lines.map(({ text }) => text)
  if (isVehicle(texts, tile.title)) return 'vehicle'
  const elements = links.map(({ element }) => element)
  if (isVideo(root, elements, tile.hasPrice ? [] : texts)) return 'video'
  if (links.some((link) => link.isOffer)) return 'shopping'
  const attributes = elements.flatMap(({ attribs }) => Object.values(attribs)).join(' ')
  if (hotelLink.test(attributes) || [tile.title, ...texts].some((text) => /★|\d-star|hotel/i.test(text))) return 'hotel'
  return links.some((link) => link.isTile) ? 'shopping' : 'travel'
}

// True if there is a mileage. In some countries, tiles show only a year in the name, and a condition such as new or used.
function isVehicle(texts: string[], title: string): boolean {
  const parts = texts.flatMap((text) => text.split(/\s*[·⋅|•]\s*/))
  return parts.some(isMileage) || (yearBefore.test(title) && parts.some(isCondition))
}

/** True if a link leads to a video, or if there is an image with a duration. */
export function isVideo(root: Element, links: Element[], texts: string[]): boolean {
  if (links.some(({ attribs }) => videoHost.test(attribs.href ?? ''))) return true
  return texts.some(isDuration) && hasPicture(root)
}

/** True if the element has an image or a video among its first nodes. */
export function hasPicture(root: Element): boolean {
  return hasElement(root, ({ name }) => pictureTags.has(name), maxNodes)
}
