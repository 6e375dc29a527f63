/** Finds the address of an advertiser's business: a link of its own in a text ad, a part of a line in a card. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { isElement, isText, walk } from '../../../document/traverse.ts'
import { isPhoneNumber, phoneNumberIn } from '../../text/phone-number.ts'
import { priceIn } from '../../text/price.ts'
import { isLikelyAddress, isStreetAddress, isTown } from '../../text/street-address.ts'
import { isHiddenInMarkup, isNonContent, type TextLine, textLines } from '../dom/text-lines.ts'
import { isHours } from './tile-facts.ts'

export interface LinkedAddress {
  address: string
  link: Element
}

const maxLinkLength = 120
const mapsLink = /^(?:https?:)?\/\/(?:maps\.google\.|(?:www\.)?google\.[a-z.]+\/maps\b)|^\/maps\b/
// "St Denis · 20 adresses à proximité": how many places there are.
const placesNearby = /(?:^|\s)\d+\s\p{L}/u

/** The address that a link of a text ad shows. `isOthers` tells the links that are known as something else. */
export function findLinkedAddress(root: ParentNode, isOthers: (link: Element) => boolean): LinkedAddress | null {
  let found: LinkedAddress | null = null
  walk(root, (node) => {
    if (found) return false
    if (!isElement(node)) return
    if (isHiddenInMarkup(node) || isNonContent(node)) return false
    if (node.name !== 'a' || isOthers(node)) return
    const address = addressOfLink(node)
    if (address !== null) found = { address, link: node }
    return false
  })
  return found
}

function addressOfLink(link: Element): string | null {
  const [line, second] = textLines(link)
  if (!line || second || line.text.length > maxLinkLength || phoneNumberIn(line.text) === line.text) return null
  const { text } = line
  if (isStreetAddress(text) || isTown(text)) return text
  if (mapsLink.test(link.attribs.href ?? '')) return text
  // A sign stands before the address, as before a promotion, which begins in bold and has an amount or a percentage.
  const parts = text.split(/\s·\s/)
  const hasPlaces = parts.length === 2 && placesNearby.test(parts[1] ?? '') && !/[%\p{Sc}]/u.test(text)
  const isPlace = hasPlaces || (parts.length > 1 && parts.slice(1).some(isStreetAddress)) || hasCommas(text)
  return isPlace && beginsWithSign(link) ? text : null
}

function hasCommas(text: string): boolean {
  return /,\s/.test(text) && !/[%!?\p{Sc}]/u.test(text) && priceIn(text) === null
}

/** Whether an empty element stands before the link's text: a sign that style sheets draw. */
export function beginsWithSign(link: Element): boolean {
  let isSign = false
  let isDone = false
  walk(link, (node) => {
    if (isDone) return false
    if (isText(node) && node.data.trim() !== '') isDone = true
    else if (isElement(node) && (node.name === 'svg' || node.children.every(isBlank))) {
      isSign = node.name !== 'img' && node.name !== 'br'
      isDone = true
    }
    return !isDone
  })
  return isSign
}

function isBlank(node: AnyNode): boolean {
  return isText(node) && node.data.trim() === ''
}

/** The address among the parts of a card's lines: "Dentist · 91 Borough High Street · Open". `isPlace`: the card is of a place. */
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
