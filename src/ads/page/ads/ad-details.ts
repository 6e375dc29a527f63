/** Reads an ad's rating, and its extensions: callouts, structured snippets, promotions and other information on a card. */

import type { Element } from 'domhandler'
import { isElement, isText } from '../../../html/traverse.ts'
import { priceIn } from '../../text/amounts.ts'
import { isCopy } from '../../text/copied-text.ts'
import { type Rating, ratingInLabel, ratingInLine, reviewsOfLine } from '../../text/ratings.ts'
import { cleanText, isAdLabel, isPhoneNumber, phoneNumberIn } from '../../text/short-texts.ts'
import { beginsWithSign, type TextLine, textLines, walkContent } from '../dom/text-lines.ts'
import { firstBelow, maxDetailLines } from '../dom/tree.ts'
import { isHours } from './tile-facts.ts'

const maxLength = 160
const maxExtensions = 20
/** Callouts have at most 25 characters. In double-width writing systems, the same number of characters takes up twice as many columns. */
const maxCalloutLength = 60
// A structured snippet: one of Google's headers and at least two values, as in "Catégories: Travaux, Auto, Trésorerie…".
const structuredSnippet = /^\p{L}[\p{L}\p{M}\s'’&/-]{2,40}\s?[:：]\s?[^,，、:]+[,，、].+$/u
// Notes that Google adds about followers or the user: "3.842.939 Follower auf Google+", "You visited this page 3 times".
const googlesNote =
  /google\s?\+|\b(?:visited|besucht|visité|visitée|visitado|visitaste|visitou|visitato|bezocht|besökt|besøgt|besøkt|odwiedz|navštív|meglátogat|ziyaret)|посеща|посети|посетили|відвід|επισκεφ|訪問|アクセスしました|방문|访问过|造訪|زرت|زيارة|ביקרת|เข้าชม|\b(?:followers?|follower auf|abonnés sur|seguidores en)\b/iu
// A count with an unknown abbreviation, next to stars: "(1.2 xyz)".
const countAlone = /^[(（]\s*\p{Nd}[^()（）]{0,12}[)）]$/u

/** The individual callouts and the structured snippets of a text ad. `lines` are the lines after its header and description. */
export function readCallouts(lines: TextLine[]): string[] {
  return unique(lines.flatMap(calloutsOf))
}

function calloutsOf(line: TextLine): string[] {
  const { text } = line
  if (line.link !== null || text.length > 2 * maxLength || isHours(text)) return []
  if (googlesNote.test(text) || countAlone.test(text) || isAdLabel(text)) return []
  if (isRatingLine(line) || line.isRating) return partsOfLine(line).filter(isCallout)
  const parts = text.split(/\s+·\s+/)
  if (parts.length > 1 && parts.every(isCallout)) return parts
  return text.length <= maxLength && structuredSnippet.test(text) ? [text] : []
}

function isCallout(text: string): boolean {
  if (text === '' || text.length > maxCalloutLength || !/\p{L}/u.test(text)) return false
  return !isPhoneNumber(text) && priceIn(text) === null && !/\p{Nd}{1,2}[:.h]\p{Nd}{2}/u.test(text)
}

/** Finds links that are promotions: an icon, then an occasion or "Deal" in bold, then the offer. */
export function findPromotions(links: Element[]): { text: string; link: Element }[] {
  const promotions = links.flatMap((link) => {
    const [line, second] = textLines(link)
    if (!line || second || line.text.length > maxLength || phoneNumberIn(line.text) !== null) return []
    return isPromotion(link, line.text) ? [{ text: line.text, link }] : []
  })
  return promotions.slice(0, maxExtensions)
}

// If the text isn't bold, a promotion has an icon, and an amount or a percentage in one of several parts.
function isPromotion(link: Element, text: string): boolean {
  if (beginsWithSign(link) && /\s·\s/.test(text) && /\p{Nd}\s?%|%\s?\p{Nd}|\p{Sc}/u.test(text)) return true
  const bold = leadingBold(link)
  if (bold === null || bold === text || !text.startsWith(bold)) return false
  return /^\s*[·:：–-]\s*\S/u.test(text.slice(bold.length)) || /[:：]$/u.test(bold)
}

/** The bold text at the start of the link's text; null if it doesn't start with bold text. */
function leadingBold(link: Element): string | null {
  const first = firstBelow(link, (node) => {
    if (isText(node)) return node.data.trim() === '' ? null : ''
    return isElement(node) && isBold(node) ? (textLines(node)[0]?.text ?? null) : null
  })
  return first || null
}

function isBold({ name, attribs }: Element): boolean {
  return name === 'b' || name === 'strong' || /font-weight\s*:\s*(?:bold|[6-9]00)/.test(attribs.style ?? '')
}

/**
 * The other lines of a card: delivery, returns, condition, promotions. Skips links to other sites, such as price comparison services.
 * `isOwnLink` recognizes the card's links. `address` doesn't count as an extension.
 */
export function readCardLines(
  lines: TextLine[],
  isOwnLink: (link: Element) => boolean,
  address: string | null,
): string[] {
  const own = lines.filter(({ text, link }) => {
    const isElsewhere = link !== null && !isOwnLink(link) && /^(?:https?:)?\//.test(link.attribs.href ?? '')
    return text.length <= maxLength && !isElsewhere
  })
  const parts = own.flatMap(partsOfLine).map((text) => (address === null ? text : text.replace(address, '')))
  return unique(parts.map((text) => text.replace(separators, '')).filter(isCardExtension))
}

// The sign in "-20%" is kept.
const separators = /^(?:[\s·⋅•|]|[–-](?!\p{Nd}))+|[\s·⋅•|–-]+$/gu

function isCardExtension(text: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(text) || isAdLabel(text) || isPhoneNumber(text) || priceIn(text) !== null) return false
  return !googlesNote.test(text) && !countAlone.test(text)
}

/** Returns the whole line or, after a rating, only the parts that follow it: "Free delivery" in "4.6 (1.2K) · Free delivery". */
function partsOfLine(line: TextLine): string[] {
  if (!isRatingLine(line) && !line.isRating) return [line.text]
  const [, ...parts] = line.text.split(/\s+[·⋅•]\s+/)
  return parts.filter((part) => ratingInLine(part, false) === null && reviewsOfLine(part) === null)
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)].slice(0, maxExtensions)
}

const minNameLength = 4
const maxLabelLength = 500

/**
 * The rating in the lines or, failing that, in a label below `root`. The visible number is more exact than the label, because stars are
 * rounded to halves. `title` is the ad's title, whose numbers aren't ratings. `lines` are the ad's lines that may contain a rating.
 */
export function readRating(root: Element, lines: TextLine[], title: string | null): Rating {
  const candidates = lines.slice(0, maxDetailLines).filter(({ text }) => title === null || !isCopy(text, title))
  const shown = ratingIn(candidates)
  const labelled = ratingInLabels(root, title)
  const rating = shown.rating ?? labelled.rating
  if (rating === null) return { rating: null, reviews: labelled.reviews }
  return { rating, reviews: shown.reviews ?? labelled.reviews ?? countBeside(candidates) }
}

function isRatingLine(line: TextLine): boolean {
  return ratingInLine(line.text, line.isRating) !== null || reviewsOfLine(line.text) !== null
}

function ratingIn(lines: TextLine[]): Rating {
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1]
    // If the stars are on a separate line, the rating comes first, followed by the count or the name of what was rated.
    const isNumber = /^\p{Nd}[.,٫]\p{Nd}$/u.test(line.text)
    const isCountNext = isNumber && next !== undefined && isRatingCaption(next)
    const found = ratingInLine(line.text, line.isRating || isCountNext)
    if (found?.rating != null) return { ...found, reviews: found.reviews ?? (next ? reviewsOfLine(next.text) : null) }
  }
  return { rating: null, reviews: null }
}

function isRatingCaption({ text, isRating }: TextLine): boolean {
  return isRating || reviewsOfLine(text) !== null || ratingInLine(`4.5 ${text}`, false) !== null
}

function countBeside(lines: TextLine[]): number | null {
  // As in "(12K) · Free".
  for (const part of lines.flatMap(({ text }) => text.split(/\s+·\s+/))) {
    const reviews = reviewsOfLine(part)
    if (reviews !== null) return reviews
  }
  return null
}

function ratingInLabels(root: Element, title: string | null): Rating {
  let rating: number | null = null
  let reviews: number | null = null
  let labels = 0
  const read = (node: Element) => {
    for (const label of [node.attribs['aria-label'], node.attribs.alt, node.attribs.title]) {
      if (label === undefined || label.length > maxLabelLength || ++labels > maxDetailLines) continue
      const found = ratingInLabel(withoutName(cleanText(label), title))
      rating ??= found?.rating ?? null
      reviews ??= found?.reviews ?? null
    }
  }
  read(root)
  walkContent(root, (node) => {
    if (rating === null || reviews === null) read(node)
  })
  return { rating, reviews }
}

// In "Blue mug for $19.99 from Cup Shop, Rated 4.6 out of 5", numbers in the name aren't ratings.
function withoutName(label: string, title: string | null): string {
  return title !== null && title.length >= minNameLength ? label.replaceAll(title, ' ') : label
}
