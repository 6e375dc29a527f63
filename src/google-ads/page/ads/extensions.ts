/** Reads the extensions of an ad: callouts, structured snippets, promotions, and what else a card says of its offer. */

import type { Element, ParentNode } from 'domhandler'
import { isElement, isText, walk } from '../../../document/traverse.ts'
import { isAdLabel } from '../../text/ad-label.ts'
import { isPhoneNumber, phoneNumberIn } from '../../text/phone-number.ts'
import { priceIn } from '../../text/price.ts'
import { isHiddenInMarkup, isNonContent, type TextLine, textLines } from '../dom/text-lines.ts'
import { isRatingLine } from './ratings.ts'
import { isHours } from './tile-facts.ts'

export interface LinkedPromotion {
  text: string
  link: Element
}

const maxLength = 160
const maxExtensions = 20
/** Callouts have at most 25 characters, and as many again in scripts of double width. */
const maxCalloutLength = 60
// "Catégories: Travaux, Auto, Trésorerie…": a header of Google's, and at least two values.
const structuredSnippet = /^\p{L}[\p{L}\p{M}\s'’&/-]{2,40}\s?[:：]\s?[^,，、:]+[,，、].+$/u
// "3.842.939 Follower auf Google+"
const socialAnnotation = /google\s?\+/i

/** Callouts, each by itself, and structured snippets among lines of a text ad that are neither its header nor its description. */
export function readCallouts(lines: TextLine[]): string[] {
  return unique(lines.flatMap(calloutsOf))
}

function calloutsOf(line: TextLine): string[] {
  const { text } = line
  if (line.link !== null || text.length > 2 * maxLength || isRatingLine(line) || isHours(text)) return []
  if (socialAnnotation.test(text) || isAdLabel(text)) return []
  const parts = text.split(/\s+·\s+/)
  if (parts.length > 1 && parts.every(isCallout)) return parts
  return text.length <= maxLength && structuredSnippet.test(text) ? [text] : []
}

function isCallout(text: string): boolean {
  if (text === '' || text.length > maxCalloutLength || !/\p{L}/u.test(text)) return false
  return !isPhoneNumber(text) && priceIn(text) === null && !/\p{Nd}{1,2}[:.h]\p{Nd}{2}/u.test(text)
}

/** Links that are a promotion: a sign, an occasion or "Deal" in bold, then the offer. */
export function findPromotions(root: ParentNode, isOthers: (link: Element) => boolean): LinkedPromotion[] {
  const promotions: LinkedPromotion[] = []
  walk(root, (node) => {
    if (!isElement(node)) return
    if (isHiddenInMarkup(node) || isNonContent(node)) return false
    if (node.name !== 'a' || isOthers(node)) return
    const [line, second] = textLines(node)
    if (
      line &&
      !second &&
      line.text.length <= maxLength &&
      phoneNumberIn(line.text) === null &&
      isPromotion(node, line.text)
    ) {
      promotions.push({ text: line.text, link: node })
    }
    return false
  })
  return promotions.slice(0, maxExtensions)
}

function isPromotion(link: Element, text: string): boolean {
  const bold = leadingBold(link)
  if (bold === null || bold === text || !text.startsWith(bold)) return false
  return /^\s*[·:：–-]\s*\S/u.test(text.slice(bold.length)) || /[:：]$/u.test(bold)
}

/** The bold text that the link's text begins with; null where it begins otherwise. */
function leadingBold(link: Element): string | null {
  let bold: string | null = null
  let isDone = false
  walk(link, (node) => {
    if (isDone) return false
    if (isElement(node) && (node.name === 'b' || node.name === 'strong')) {
      bold = textLines(node)[0]?.text ?? null
      isDone = bold !== null
    } else if (isText(node) && node.data.trim() !== '') isDone = true
    return !isDone
  })
  return bold
}

/**
 * The further lines of a card: delivery, returns, condition, promotions. Lines of links that lead elsewhere are left out: to services
 * that compare prices. `isOwnLink` tells the card's links; `address` is no extension.
 */
export function readCardLines(
  lines: TextLine[],
  isOwnLink: (link: Element) => boolean,
  address: string | null,
): string[] {
  const own = lines.filter(
    ({ link }) => link === null || isOwnLink(link) || !/^(?:https?:)?\//.test(link.attribs.href ?? ''),
  )
  return unique(
    own
      .filter((line) => !isRatingLine(line) && !line.isRating && line.text.length <= maxLength)
      .map(({ text }) =>
        (address === null ? text : text.replace(address, '')).replace(/^[\s·⋅•|–-]+|[\s·⋅•|–-]+$/gu, ''),
      )
      .filter(
        (text) => /[\p{L}\p{N}]/u.test(text) && !isAdLabel(text) && priceIn(text) === null && !isPhoneNumber(text),
      ),
  )
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)].slice(0, maxExtensions)
}
