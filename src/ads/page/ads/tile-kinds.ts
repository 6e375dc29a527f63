/** Determines what a tile or a card is: a vehicle, a video, a product, a store, a hotel or a tour. */

import type { Element } from 'domhandler'
import { hasElement } from '../../../html/traverse.ts'
import type { AdKind } from '../../ad/ad.ts'
import type { TextLine } from '../dom/text-lines.ts'
import type { AdLink } from '../survey/ad-links.ts'
import { isCondition, isDistance, isDuration, isHours, isMileage } from './tile-facts.ts'

const maxNodes = 500
const hotelLink = /\/travel\/(?:hotels|clk)|[/?&.=-]hotels?\b|hotel_/i
const videoHost = /^(?:https?:)?\/\/(?:[a-z]+\.)?(?:youtube\.com|youtu\.be|vimeo\.com)\//i
// "2021 Toyota Corolla LE"
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
  if (!tile.hasPrice && isStore(root, texts)) return 'store'
  const attributes = elements.flatMap(({ attribs }) => Object.values(attribs)).join(' ')
  if (hotelLink.test(attributes) || [tile.title, ...texts].some((text) => /★|\d-star|hotel/i.test(text))) return 'hotel'
  return links.some((link) => link.isTile) ? 'shopping' : 'travel'
}

// A mileage or, in some countries, only a year in the name and a condition such as new or used.
function isVehicle(texts: string[], title: string): boolean {
  const parts = partsOf(texts)
  return parts.some(isMileage) || (yearBefore.test(title) && parts.some(isCondition))
}

function isStore(root: Element, texts: string[]): boolean {
  const parts = partsOf(texts)
  return parts.some(isDistance) || (parts.some(isHours) && hasPicture(root))
}

const partsOf = (texts: string[]) => texts.flatMap((text) => text.split(/\s*[·⋅|•]\s*/))

/** True if a link leads to a video, or if there is an image with a duration. */
function isVideo(root: Element, links: Element[], texts: string[]): boolean {
  if (links.some(({ attribs }) => videoHost.test(attribs.href ?? ''))) return true
  return texts.some(isDuration) && hasPicture(root)
}

/** True if the element has an image or a video among its first nodes. */
function hasPicture(root: Element): boolean {
  return hasElement(root, ({ name }) => pictureTags.has(name), maxNodes)
}
