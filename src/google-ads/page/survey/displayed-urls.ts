/** Which texts of a page are displayed addresses? */

import type { AnyNode, Element } from 'domhandler'
import { isElement, isText, walk } from '../../../document/traverse.ts'
import { type AddressRank, addressRank, clean, isAdLabel, phoneIn } from '../../shapes.ts'

export interface Address {
  element: Element
  text: string
  rank: AddressRank
  /** The page itself marks it as an address: `cite`, `data-dtld`. */
  isMarked: boolean
  order: number
}

const maxAddressText = 400
const emphasis = new Set(['b', 'em', 'strong', 'i', 'bdi', 'wbr', 'mark'])

/**
 * The element that holds the address a text is part of; null when it is part of none. Matches are set in bold inside an
 * address: the outermost element around them that reads as one holds it whole.
 */
export function addressElement(text: AnyNode): Element | null {
  if (!isText(text) || !text.data.includes('.')) return null
  let best: Element | null = null
  for (let around = text.parent; around && isElement(around); around = around.parent) {
    if (addressText(around) !== null) best = around
    if (!emphasis.has(around.name)) break
  }
  return best
}

/** The address that an element shows. */
export function addressOf(element: Element, order: number): Address | null {
  const isMarked = element.name === 'cite' || 'data-dtld' in element.attribs
  const text = addressText(element)
  return text === null ? null : { element, text, rank: addressRank(text), isMarked, order }
}

// The label may stand before it in the same element: "Annonce · www.example.fr".
function addressText(element: Element): string | null {
  const whole = shortText(element)
  const [, before = '', after = ''] = /^(.{1,40}?)\s*[·•・]\s*(\S.*)$/u.exec(whole) ?? []
  const text = isAdLabel(before) || addressRank(after) > 1 ? after : whole
  return addressRank(text) === 0 || phoneIn(text) ? null : text
}

// Only short texts can be addresses: nothing is gained by reading half the page.
function shortText(element: Element): string {
  const parts: string[] = []
  let length = 0
  walk(element, (node) => {
    if (length > maxAddressText) return false
    if (isText(node)) length += parts.push(node.data) && node.data.length
    return true
  })
  return length > maxAddressText ? '' : clean(parts.join(''))
}
