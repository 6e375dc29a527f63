/** `:dir()`: the direction of an element's text, from its markup and its letters. @see HTML standard, the dir attribute */

import type { Element } from 'domhandler'
import { elementAround, isElement, isText, textOf } from '../traverse.ts'
import { isHtmlElement } from './html-element.ts'

type Direction = 'ltr' | 'rtl'

/** Creates a test of an element against `ltr` or `rtl`. Its cache is valid for one selection. */
export function directionPseudo(): (element: Element, argument?: string | null) => boolean {
  const known = new Map<Element, Direction>()

  function directionOf(element: Element): Direction {
    const found = known.get(element) ?? ownDirection(element) ?? inherited(element)
    known.set(element, found)
    return found
  }

  function inherited(element: Element): Direction {
    const parent = elementAround(element)
    return parent ? directionOf(parent) : 'ltr'
  }

  return (element, argument) => directionOf(element) === argument?.trim().toLowerCase()
}

function ownDirection(element: Element): Direction | null {
  if (!isHtmlElement(element)) return null
  const stated = stateOf(element)
  if (stated === 'ltr' || stated === 'rtl') return stated
  if (stated === 'auto') return directionOfContent(element) ?? 'ltr'
  if (element.name === 'bdi') return directionOfContent(element) ?? 'ltr'
  return element.name === 'input' && /^tel$/i.test(element.attribs.type ?? '') ? 'ltr' : null
}

function stateOf(element: Element): string | null {
  const state = element.attribs.dir?.toLowerCase() ?? ''
  return /^(?:ltr|rtl|auto)$/.test(state) ? state : null
}

const valueTypes = /^(?:hidden|text|search|tel|url|email|password|submit|reset|button|)$/i

/**
 * The direction of the first letter that has one. Each text is read for only one element, as elements with their own direction are skipped.
 */
function directionOfContent(element: Element): Direction | null {
  if (element.name === 'input')
    return valueTypes.test(element.attribs.type ?? '') ? directionOfText(element.attribs.value ?? '') : null
  if (element.name === 'textarea') return directionOfText(textOf(element))
  for (const child of element.children) {
    const found = isText(child)
      ? directionOfText(child.data)
      : isElement(child) && !isApart(child)
        ? directionOfContent(child)
        : null
    if (found) return found
  }
  return null
}

function isApart(element: Element): boolean {
  return (
    isHtmlElement(element) && (/^(?:bdi|script|style|textarea|input)$/.test(element.name) || stateOf(element) !== null)
  )
}

const rightToLeft =
  /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Samaritan}\p{sc=Mandaic}\p{sc=Adlam}\u200f]/u

function directionOfText(text: string): Direction | null {
  const letter = /[\p{L}\u200e\u200f]/u.exec(text)?.[0]
  return letter === undefined ? null : rightToLeft.test(letter) ? 'rtl' : 'ltr'
}
