/** Reads the text of a carousel tile: its name, prices and seller, each in full and only once, and its other lines. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { elementsAround, isElement, textOf, walk } from '../../../html/traverse.ts'
import { hasPrice } from '../../text/amounts.ts'
import { isClipped, isClippedCopy, isCopy, wholeOfCopies, withoutCopies } from '../../text/copied-text.ts'
import { cleanText, isAdLabel } from '../../text/short-texts.ts'
import { isHiddenInMarkup, type TextLine, textLines } from '../dom/text-lines.ts'
import { firstBelow, isHeading, maxDetailLines } from '../dom/tree.ts'
import { isTileFact } from './tile-facts.ts'
import { isPriceLine, readTilePrices } from './tile-prices.ts'

const maxNameLength = 300
/** A shorter text can't contain a recognizable second copy of itself. */
const minRepeatedLength = 24
// The word before the price in "TITLE for PRICE from SHOP", in some of the languages of Google's unit labels.
const beforePrice =
  /[\s,;:(（、–-]*(?:\b(?:for|für|pour|por|per|voor|för|til|za|at|now|da|à|a)\b|(?<!\p{L})(?:за|для|بسعر|עבור|ב-))?[\s,;:(（、–-]*$/iu
const sellerWord = /^(?:from|by|at|sold by|von|bei|de|chez|par|da|di|van|bij|från|fra|od|от|av)\s+/iu
const rating =
  /^(?:rated\s+)?[0-5](?:[.,]\d)?\s*(?:$|[(（★⭐/]|out of|von|sur|su|de|van|av|stars?\b)|^[(（][\d.,\s]+\s*(?:k|m|tsd\.?|mil)?[)）]$/iu
const delivery =
  /(?:^|[\s+])(?:delivery|shipping|versand|lieferung|livraison|envío|spedizione|consegna|verzending|bezorging|frete|dostawa|frakt|levering|returns?)(?:$|[\s:,.])|^(?:refurbished|used|pre-owned|in store|in stock|nearby|gebraucht|generalüberholt|occasion|reconditionné|sale|\d+\s?% off|-?\d+\s?%)$/iu

/**
 * The text of the tile: its title, prices and advertiser, and the `rest` of its lines. The title is null if there is neither a heading nor a
 * line next to a price.
 */
export function readTileTexts(root: Element) {
  const lines = singleLines(root)
    .filter((line) => !isAdLabel(line.text))
    .slice(0, maxDetailLines)
  const { labels, pictures } = labelsIn(root)
  const { price, oldPrice, priceAt, firstPriceAt } = readTilePrices(lines, labels)
  const name = findName(root, lines, firstPriceAt, [...labels, ...pictures])
  if (name === null) return { title: null, price, oldPrice, advertiser: null, rest: lines }
  const title = wholeName(name, [...lines.map(({ text }) => text), ...labels], price)
  const nameAt = lines.findLastIndex(({ text }) => isCopy(text, name))
  // The seller is below the price. If the price is first or above the name, the seller is below the name.
  const seller =
    findSeller(lines.slice(priceAt < 0 ? nameAt + 1 : priceAt + 1), title) ??
    (priceAt === 0 || nameAt < 0 || nameAt > priceAt ? findSeller(lines.slice(nameAt + 1), title) : null)
  const advertiser = seller === null ? null : wholeSeller(seller, labels)
  const isNamed = ({ text }: TextLine) =>
    [name, title, seller, advertiser].some(
      (known) => known !== null && isCopy(text.replace(sellerWord, ''), known.replace(sellerWord, '')),
    )
  return { title, price, oldPrice, advertiser, rest: lines.filter((line) => !isNamed(line) && !isPriceLine(line)) }
}

/** The visible lines, each without repeated copies of its text. */
export function singleLines(root: ParentNode): TextLine[] {
  return textLines(root).map((line) => ({ ...line, text: singleText(line) }))
}

function singleText(line: TextLine): string {
  if (line.nodes.length < 2 && line.text.length < minRepeatedLength) return line.text
  const { pieces, text } = joinCents(line)
  return withoutCopies(pieces, text)
}

/** The name in a heading: its first line, or the full form of that line if one of the copies below has it. */
export function nameOfHeading(heading: Element): string | null {
  const texts = singleLines(heading).map(({ text }) => text)
  return texts.length === 0 ? null : texts.reduce((name, text) => wholeOfCopies(name, text) ?? name)
}

// The name is in a heading, or else on a line that the label of an image or link repeats, or else directly above or below the price.
function findName(root: Element, lines: TextLine[], priceAt: number, labels: string[]): string | null {
  const heading = firstBelow(root, (node) => (isElement(node) && isHeading(node) ? nameOfHeading(node) : null))
  if (heading !== null) return heading
  // The "View all" tile has neither a heading nor a price.
  if (priceAt < 0) return null
  const isName = (line: TextLine) => isOwnWords(line) && !isPriceLine(line) && /[\p{L}\p{N}]/u.test(line.text)
  const above = lines.slice(0, priceAt).filter(isName)
  const below = lines.slice(priceAt + 1).filter(isName)
  const isRepeated = ({ text }: TextLine) =>
    text.length > 2 && labels.some((label) => label.includes(text) || isClippedCopy(text, label))
  const found =
    above.findLast(isRepeated) ??
    above.at(-1) ??
    below.find(isRepeated) ??
    below.find(({ link }) => link !== null) ??
    lines.slice(0, priceAt).at(-1)
  return found?.text ?? null
}

/**
 * Strings that repeat a tile's content. `labels` are from links, tooltips and hidden copies. `pictures` describe images. They identify the
 * line with the name but don't complete a truncated name.
 */
function labelsIn(root: Element): { labels: string[]; pictures: string[] } {
  const labels: string[] = []
  const pictures: string[] = []
  walk(root, (node) => {
    if (!isElement(node)) return
    const { alt, title, 'aria-label': label } = node.attribs
    const isTooltip = node.attribs.role === 'tooltip'
    const hidden = isTooltip || isHiddenInMarkup(node) ? textOf(node) : undefined
    if (alt !== undefined && alt.length <= maxNameLength && pictures.length < maxDetailLines)
      pictures.push(cleanText(alt))
    for (const text of [label, title, node.attribs['data-title'], hidden]) {
      const clean = text === undefined || text.length > maxNameLength ? '' : cleanText(text)
      if (clean !== '' && labels.length < maxDetailLines) labels.push(clean)
    }
    if (hidden === undefined && isHeading(node)) labels.push(nameOfHeading(node) ?? '')
  })
  return { labels, pictures }
}

/** The name. If it is truncated, the full name from a label, without the price and seller after it. */
function wholeName(name: string, labels: string[], price: string | null): string {
  if (!isClipped(name)) return name
  const wholes = labels.filter((label) => isClippedCopy(name, label) && !isClipped(label))
  const withoutPrice = wholes.map((label) => {
    const at = price === null ? -1 : label.indexOf(price)
    return at < 0 ? label : label.slice(0, at).replace(beforePrice, '')
  })
  const candidates = withoutPrice.filter((label) => isClippedCopy(name, label))
  return candidates.sort((a, b) => a.length - b.length)[0] ?? name
}

/** The full form of a truncated seller name, taken from one of the strings. */
export function wholeSeller(seller: string, labels: string[]): string {
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

/** False for a rating, delivery terms and facts. If a line repeats a rating, the first copy is at its start. */
function isOwnWords({ isRating, nodes: [first], text }: TextLine): boolean {
  if (isRating || rating.test(text) || (first !== undefined && /^[0-5][.,]\d$/.test(textOf(first)))) return false
  return !delivery.test(text) && !isTileFact(text)
}

function findSeller(linesBelow: TextLine[], title: string): string | null {
  const isSeller = (line: TextLine) => isOwnWords(line) && !hasPrice(line.text) && /\p{L}/u.test(line.text)
  const line = linesBelow.find((one) => isSeller(one) && !isCopy(one.text, title) && !isPriceLine(one))
  if (!line) return null
  const name = line.text.replace(sellerWord, '')
  const wholes = linesBelow.map(({ text }) => text).filter((text) => !isClipped(text) && isClippedCopy(line.text, text))
  // For screen readers, "From Blue Shop" may be next to "Blue Shop".
  if (name !== line.text && linesBelow.some(({ text }) => text === name)) return name
  return wholes[0] ?? line.text
}

const maxLevels = 2
const cents = /^(\p{Sc}?)(\p{Nd}{2})(\s*\p{Sc})?$/u
const wholeAmount = /(\p{Nd})(\s?\p{Sc})?$/u

/** The text of the line and of its nodes, with a decimal mark before superscript cents. */
function joinCents({ nodes, text }: TextLine): { pieces: string[]; text: string } {
  const pieces: string[] = []
  let joined = text
  for (const node of nodes) {
    const piece = cleanText(textOf(node))
    const before = pieces.at(-1)
    const price = before === undefined || !isRaised(node) ? null : withCents(before, piece, text)
    if (before === undefined || price === null) {
      pieces.push(piece)
      continue
    }
    pieces[pieces.length - 1] = price
    for (const gap of ['', ' ']) joined = joined.replace(`${before}${gap}${piece}`, price)
  }
  return { pieces, text: joined }
}

function withCents(before: string, piece: string, line: string): string | null {
  const amount = wholeAmount.exec(before)
  const [all, currencyBefore = '', digits = '', currencyBehind = ''] = cents.exec(piece) ?? []
  if (!amount || all === undefined) return null
  // Superscript digits after an amount that already has cents are a footnote number.
  if (/[.,]\p{Nd}{2}$/u.test(before)) return before
  const currency = (amount[2] ?? currencyBefore) || currencyBehind
  const whole = before.slice(0, before.length - (amount[2]?.length ?? 0))
  // If the currency is next to or before the cents ("19€99"), the price format is 19,99 €.
  if (currency !== '') return `${whole},${digits} ${currency.trim()}`
  const isCurrencyFirst =
    /\p{Sc}|^[A-Z]{2,3}\$?\s/u.test(line.slice(0, line.indexOf(before) + 1)) || /^\P{Nd}*\p{Sc}/u.test(before)
  return `${whole}${isCurrencyFirst ? '.' : ','}${digits}`
}

function isRaised(node: AnyNode): boolean {
  const isSuper = ({ name, attribs }: Element) =>
    name === 'sup' || /vertical-align\s*:\s*(?:super|text-top|top)\b/i.test(attribs.style ?? '')
  return elementsAround(node.parent, maxLevels).some(isSuper)
}
