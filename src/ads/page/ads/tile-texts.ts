/** Reads the text of a carousel tile: its name, prices and seller, each once and in full, and its other lines. */

import type { Element } from 'domhandler'
import { isElement, textOf, walk } from '../../../html/traverse.ts'
import { isAdLabel } from '../../text/ad-label.ts'
import { cleanText } from '../../text/clean-text.ts'
import { isClipped, isClippedCopy, isCopy } from '../../text/copied-text.ts'
import { hasPrice } from '../../text/price.ts'
import { isHeading } from '../dom/headings.ts'
import { maxDetailLines } from '../dom/size-limits.ts'
import { isHiddenInMarkup, type TextLine, textLines } from '../dom/text-lines.ts'
import { isTileFact } from './tile-facts.ts'
import { isPriceLine, readTilePrices } from './tile-prices.ts'

interface TileTexts {
  title: string | null
  price: string | null
  oldPrice: string | null
  advertiser: string | null
  /** The other lines: delivery, ratings, promotions and facts. */
  rest: TextLine[]
}

const maxNameLength = 300
const sellerWord = /^(?:from|by|at|sold by|von|bei|de|chez|par|da|di|van|bij|från|fra|od|от|av)\s+/iu
const rating =
  /^(?:rated\s+)?[0-5](?:[.,]\d)?\s*(?:$|[(（★⭐/]|out of|von|sur|su|de|van|av|stars?\b)|^[(（][\d.,\s]+\s*(?:k|m|tsd\.?|mil)?[)）]$/iu
const delivery =
  /(?:^|[\s+])(?:delivery|shipping|versand|lieferung|livraison|envío|spedizione|consegna|verzending|bezorging|frete|dostawa|frakt|levering|returns?)(?:$|[\s:,.])|^(?:refurbished|used|pre-owned|in store|in stock|nearby|gebraucht|generalüberholt|occasion|reconditionné|sale|\d+\s?% off|-?\d+\s?%)$/iu

/** The text of the tile. The title is null if there is neither a heading nor a line next to a price. Only offers name their seller. */
export function readTileTexts(root: Element, isOffer = true): TileTexts {
  const lines = singleLines(root)
    .filter((line) => !isAdLabel(line.text))
    .slice(0, maxDetailLines)
  const labels = labelsIn(root)
  const { price, oldPrice, priceAt, firstPriceAt } = readTilePrices(lines, labels)
  const name = findName(root, lines, firstPriceAt)
  if (name === null) return { title: null, price, oldPrice, advertiser: null, rest: lines }
  const isWhole = (text: string) => isClippedCopy(name, text) && !isClipped(text) && !hasPrice(text)
  const title = [...lines.map(({ text }) => text), ...labels].find(isWhole) ?? name
  const nameAt = lines.findLastIndex(({ text }) => isCopy(text, name))
  // Below the price or, if the price is first or above the name, below the name.
  const seller = isOffer
    ? (findSeller(lines.slice(priceAt < 0 ? nameAt + 1 : priceAt + 1), title) ??
      (priceAt === 0 || nameAt < 0 || nameAt > priceAt ? findSeller(lines.slice(nameAt + 1), title) : null))
    : null
  const advertiser = seller === null ? null : wholeSeller(seller, labels)
  const isNamed = ({ text }: TextLine) =>
    [title, seller, advertiser].some(
      (known) => known !== null && isCopy(text.replace(sellerWord, ''), known.replace(sellerWord, '')),
    )
  return { title, price, oldPrice, advertiser, rest: lines.filter((line) => !isNamed(line) && !isPriceLine(line)) }
}

/** The visible lines. If the text nodes of a line are copies of one text, for several views, the line is that text. */
export function singleLines(root: Element): TextLine[] {
  return textLines(root).map((line) => {
    const copies = line.nodes.map((node) => cleanText(textOf(node)))
    const whole = copies.find((text) => !isClipped(text)) ?? line.text
    return copies.every((text) => isCopy(text, whole)) ? { ...line, text: whole } : line
  })
}

// A heading; otherwise the line right above or below the price.
function findName(root: Element, lines: TextLine[], priceAt: number): string | null {
  let heading: string | null = null
  walk(root, (node) => {
    if (isElement(node) && isHeading(node)) heading ??= singleLines(node)[0]?.text ?? null
    return heading === null
  })
  if (heading !== null) return heading
  // The "View all" tile has neither heading nor price.
  if (priceAt < 0) return null
  const isName = (line: TextLine) =>
    !isRating(line) &&
    !isPriceLine(line) &&
    !delivery.test(line.text) &&
    !isTileFact(line.text) &&
    /[\p{L}\p{N}]/u.test(line.text)
  const above = lines.slice(0, priceAt).filter(isName)
  const below = lines.slice(priceAt + 1).filter(isName)
  const found = above.at(-1) ?? below.find(({ link }) => link !== null) ?? lines.slice(0, priceAt).at(-1)
  return found?.text ?? null
}

/** Labels of links, tooltips and hidden text: they repeat a tile's content. */
function labelsIn(root: Element): string[] {
  const labels: string[] = []
  walk(root, (node) => {
    if (!isElement(node)) return
    const { role, title, 'aria-label': label, 'data-title': name } = node.attribs
    const hidden = role === 'tooltip' || isHiddenInMarkup(node) ? textOf(node) : undefined
    for (const text of [label, title, name, hidden]) {
      if (text !== undefined && text.length <= maxNameLength) labels.push(cleanText(text))
    }
    return labels.length < maxDetailLines
  })
  return labels
}

/** The full form of a truncated seller name, taken from one of the strings. */
function wholeSeller(seller: string, labels: string[]): string {
  if (!isClipped(seller)) return seller
  const stem = seller.replace(/\s*(?:…|\.{3})$/u, '').toLowerCase()
  for (const label of labels) {
    const at = label.toLowerCase().lastIndexOf(stem)
    const whole =
      at < 0 || (at > 0 && !/\s/.test(label[at - 1] ?? '')) ? '' : label.slice(at).split(/[,;|·(]\s|\.$/u)[0]
    if (whole && whole.length > stem.length && !isClipped(whole) && whole.length < stem.length + 40) return whole
  }
  return seller
}

// If a line repeats a rating, the first copy is at its start.
function isRating({ isRating: hasStars, nodes: [first], text }: TextLine): boolean {
  return hasStars || rating.test(text) || (first !== undefined && /^[0-5][.,]\d$/.test(textOf(first)))
}

function findSeller(linesBelow: TextLine[], title: string): string | null {
  const isSeller = (line: TextLine) =>
    !isRating(line) &&
    !delivery.test(line.text) &&
    !isTileFact(line.text) &&
    !hasPrice(line.text) &&
    /\p{L}/u.test(line.text)
  const line = linesBelow.find((one) => isSeller(one) && !isCopy(one.text, title) && !isPriceLine(one))
  if (!line) return null
  const wholes = linesBelow.map(({ text }) => text).filter((text) => !isClipped(text) && isClippedCopy(line.text, text))
  return wholes[0] ?? line.text
}
