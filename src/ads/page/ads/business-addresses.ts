/** Finds the address of an advertiser's business, which is a separate link in a text ad or part of a line in a card. */

import type { Element } from 'domhandler'
import { isPhoneNumber, phoneNumberIn } from '../../text/phone-number.ts'
import { priceIn } from '../../text/price.ts'
import { isLikelyAddress, isStreetAddress, isTown } from '../../text/street-address.ts'
import { type TextLine, textLines } from '../dom/text-lines.ts'
import { beginsWithSign } from '../dom/visible-links.ts'
import { isHours } from './tile-facts.ts'

interface LinkedAddress {
  address: string
  link: Element
}

const maxLinkLength = 120
const mapsLink = /^(?:https?:)?\/\/(?:maps\.google\.|(?:www\.)?google\.[a-z.]+\/maps\b)|^\/maps\b/
// "St Denis · 20 adresses à proximité" gives the number of places nearby.
const placesNearby = /(?:^|\s)\d+\s\p{L}/u

/** The first link that shows an address. */
export function findLinkedAddress(links: Element[]): LinkedAddress | null {
  for (const link of links) {
    const address = addressOfLink(link)
    if (address !== null) return { address, link }
  }
  return null
}

function addressOfLink(link: Element): string | null {
  const [line, second] = textLines(link)
  if (!line || second || line.text.length > maxLinkLength || phoneNumberIn(line.text) === line.text) return null
  const { text } = line
  if (isStreetAddress(text) || isTown(text)) return text
  if (mapsLink.test(link.attribs.href ?? '')) return text
  // An icon precedes an address or a promotion. A promotion starts with bold text and contains an amount or a percentage.
  const parts = text.split(/\s·\s/)
  const hasPlaces = parts.length === 2 && placesNearby.test(parts[1] ?? '') && !/[%\p{Sc}]/u.test(text)
  const isPlace = hasPlaces || (parts.length > 1 && parts.slice(1).some(isStreetAddress)) || hasCommas(text)
  return isPlace && beginsWithSign(link) ? text : null
}

function hasCommas(text: string): boolean {
  return /,\s/.test(text) && !/[%!?\p{Sc}]/u.test(text) && priceIn(text) === null
}

/**
 * The address in a card's lines, as in "Dentist · 91 Borough High Street · Open". `isPlace` is true if the card is for a place.
 */
export function addressInLines(lines: TextLine[], isPlace: boolean): string | null {
  const isAddress = isPlace ? isLikelyAddress : isStreetAddress
  for (const { text } of lines) {
    if (isHours(text)) continue
    const parts = text.split(/\s*[·⋅]\s*/).filter((part) => part !== '' && !isPhoneNumber(part))
    const address = parts.find((part) => isAddress(part) || isTown(part))
    if (address !== undefined) return address
  }
  return null
}
