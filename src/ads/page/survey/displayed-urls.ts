/** Finds a page's displayed URLs: elements whose text has the form of a URL. */

import type { AnyNode, Element } from 'domhandler'
import { isText, walk } from '../../../html/traverse.ts'
import { cleanText, type DisplayedUrlRank, isAdLabel, phoneNumberIn, rankDisplayedUrl } from '../../text/short-texts.ts'
import { elementsAround } from '../dom/tree.ts'

export interface DisplayedUrl {
  element: Element
  text: string
  rank: DisplayedUrlRank
  /** True if the markup declares it to be a URL: `cite`, `data-dtld`. */
  isMarked: boolean
  order: number
}

const maxTextLength = 400
// Google's own notes about an ad contain similar URLs, such as g.co/privacytools.
const shortLink = /^(?:https?:\/\/)?g\.co\//i
const emphasisTags = new Set(['b', 'em', 'strong', 'i', 'bdi', 'wbr', 'mark'])

/**
 * The element of the displayed URL that a text node belongs to; null if it isn't part of one. Google makes matching words bold inside a
 * URL, so the whole URL is in the outermost element whose text is a URL.
 */
export function displayedUrlElement(text: AnyNode): Element | null {
  if (!isText(text) || !text.data.includes('.')) return null
  let outermost: Element | null = null
  for (const around of elementsAround(text.parent)) {
    const whole = shortText(around)
    if (whole === null) break
    if (displayedUrlIn(whole) !== null) outermost = around
    if (!emphasisTags.has(around.name)) break
  }
  return outermost
}

/** The displayed URL of an element; null if its text isn't one. */
export function displayedUrlOf(element: Element, order: number): DisplayedUrl | null {
  const isMarked = element.name === 'cite' || 'data-dtld' in element.attribs
  const whole = shortText(element)
  const text = whole === null ? null : displayedUrlIn(whole)
  return text === null ? null : { element, text, rank: rankDisplayedUrl(text), isMarked, order }
}

// A label may precede the URL in the same element: "Annonce · www.example.fr".
function displayedUrlIn(whole: string): string | null {
  const [, before = '', after = ''] = /^(.{1,40}?)\s*[·•・]\s*(\S.*)$/u.exec(whole) ?? []
  const text = isAdLabel(before) || rankDisplayedUrl(after) > 1 ? after : whole
  return rankDisplayedUrl(text) === 0 || phoneNumberIn(text) || shortLink.test(text) ? null : text
}

/** The element's text. Null if it is too long for a URL. The text of its ancestors is then too long as well. */
function shortText(element: Element): string | null {
  let text = ''
  walk(element, (node) => {
    if (isText(node)) text += node.data
    return text.length <= maxTextLength
  })
  return text.length > maxTextLength ? null : cleanText(text)
}
