/** Reads the prices of a tile: the current price, and the old price, which is crossed out or labeled as such. */

import type { AnyNode } from 'domhandler'
import { elementsAround, textOf } from '../../../html/traverse.ts'
import { amountOf, priceIn, pricesIn } from '../../text/amounts.ts'
import { cleanText } from '../../text/short-texts.ts'
import type { TextLine } from '../dom/text-lines.ts'

interface LinePrices {
  price: string | null
  oldPrice: string | null
}

const struckTags = new Set(['s', 'del', 'strike'])
const maxLevels = 4
/** If two prices differ by more than this, the higher one is rarely the old price. */
const maxRatio = 10
// Words that mark the following price as the old price.
const wasWord =
  /(?:^|[\s.,;:(])(?:was|before|previous(?:ly)?(?: price)?|original(?:ly)?(?: price)?|old price|regular(?: price)?|list(?: price)?|rrp|msrp|instead of|statt|vorher|bisher|uvp|alter preis|ursprünglich|au lieu de|avant|prix (?:barré|initial|d'origine)|antes|precio (?:anterior|original)|prima|prezzo (?:precedente|originale)|era|de:|preço (?:anterior|original)|was eerst|van|adviesprijs|før|tidigare|ord\.?(?: pris)?|poprzednio|cena (?:regularna|przed)|ranije|prije|původně|eredeti|önceki|eskiden|бывш|было|раньше|ราคาเดิม|通常価格|元の価格|定価|原价|原價|정가|السعر السابق|قبل|كان)[\s:：]*(?=\p{Sc}|\p{Nd}|(?:eur|usd|gbp|chf|aud|cad|nzd|sek|nok|dkk|pln|czk|huf|ron|brl|inr|thb|sar|aed|egp|try|rub|bam|rsd|bgn|zar|mxn|sgd|hkd|rs|kr|zł)(?!\p{L})|[a-z]{1,2}\$)/iu
// Such a word can be a whole line, with its price on the next line.
const loneWasWord = /^(?:was|statt|uvp|rrp|antes|au lieu de)[:：]?$/i
const saleWord =
  /\bsale\b|\boff\b|price drop|promo|deal|angebot|rabatt|reduziert|soldes?|rebaja|oferta|sconto|saldi|aanbieding|korting|rea\b|akcija|akce|скидк|распродаж|ลด|セール|値下げ|특가|할인|打折|降价|خصم|تخفيض|[-–]\s?\d{1,2}\s?%/iu

/**
 * The prices, with the index of the line that has the current price, and of the first line with any price. An index is -1 if there isn't such
 * a line. `labels` are strings from the tile's attributes.
 */
export function readTilePrices(lines: TextLine[], labels: string[]) {
  const priced = lines.map(pricesOfLine)
  const firstPriceAt = priced.findIndex(({ price, oldPrice }) => price !== null || oldPrice !== null)
  const current = priced.findIndex(({ price }) => price !== null)
  const priceAt = current < 0 ? firstPriceAt : current
  const found = priced[priceAt]
  if (!found) return { price: null, oldPrice: null, priceAt, firstPriceAt }
  // The only price on a card may be crossed out.
  if (found.price === null) return { price: found.oldPrice, oldPrice: null, priceAt, firstPriceAt }
  const price = labelledPrice(lines[priceAt], found.price)
  const oldPrices = [...priced.map(({ oldPrice }) => oldPrice), labels.map(oldPriceInLabel).find(Boolean) ?? null]
  const oldPrice = oldPrices.find((one) => one !== null && one !== price) ?? higherPriceBeside(lines, priced, priceAt)
  return { price, oldPrice: oldPrice ?? null, priceAt, firstPriceAt }
}

/** True if the line consists of prices and the words before them. */
export function isPriceLine(line: TextLine): boolean {
  const { price, oldPrice } = pricesOfLine(line)
  return price !== null || oldPrice !== null || loneWasWord.test(line.text)
}

function pricesOfLine(line: TextLine): LinePrices {
  const kept = line.nodes.filter((node) => !isStruck(node))
  const struck = line.nodes.filter(isStruck)
  if (struck.length > 0)
    return {
      price: kept.length === 0 ? null : firstPriceIn(textOfNodes(kept)),
      oldPrice: firstPriceIn(textOfNodes(struck)),
    }
  const [first, second, ...others] = pricesIn(line.text)
  if (first !== undefined && second !== undefined && others.length === 0) {
    const [lower, higher] = byAmount(first, second)
    if (higher !== null) return { price: lower, oldPrice: higher }
  }
  const isNamedOld = wasWord.test(line.text)
  const price = priceIn(line.text) ?? (isNamedOld ? (first ?? null) : null)
  const isOld = isNamedOld || line.nodes.some((node) => oldPriceInLabel(labelAround(node)) === price)
  return price !== null && isOld ? { price: null, oldPrice: price } : { price, oldPrice: null }
}

function firstPriceIn(text: string): string | null {
  return priceIn(text) ?? pricesIn(text)[0] ?? null
}

function textOfNodes(nodes: AnyNode[]): string {
  return cleanText(nodes.map((node) => textOf(node)).join(' '))
}

function byAmount(one: string, other: string): [lower: string, higher: string | null] {
  const [a, b] = [amountOf(one), amountOf(other)]
  if (!a || !b || a.currency !== b.currency || a.amount === b.amount) return [one, null]
  const [lower, higher] = a.amount < b.amount ? [one, other] : [other, one]
  const ratio = Math.max(a.amount, b.amount) / Math.min(a.amount, b.amount)
  return ratio <= maxRatio ? [lower, higher] : [one, null]
}

// A higher price on an adjacent line is the old price only if a badge announces a reduction.
function higherPriceBeside(lines: TextLine[], priced: LinePrices[], priceAt: number): string | null {
  const price = priced[priceAt]?.price ?? ''
  if (!lines.some(({ text }) => saleWord.test(text))) return null
  const beside = [priced[priceAt + 1]?.price, priced[priceAt - 1]?.price]
  return beside.find((other) => other != null && byAmount(price, other)[1] === other) ?? null
}

/** The old price in "Current price: $54.00. Was $90.00." or in "Was $90.00". */
function oldPriceInLabel(label: string): string | null {
  const match = wasWord.exec(label)
  if (!match) return null
  const rest = label
    .slice(match.index + match[0].length)
    .trim()
    .replace(/[.,;].{0,1}\s.*$|[.,;)]+$/u, '')
  return firstPriceIn(rest)
}

/** The price as written in a surrounding label, if the amount is split across elements: "$19" and "99" are $19.99. */
function labelledPrice(line: TextLine | undefined, price: string): string {
  const digits = price.replace(/\P{Nd}/gu, '')
  for (const node of line?.nodes ?? []) {
    const labelled = priceIn(labelAround(node))
    if (labelled !== null && labelled !== price && labelled.replace(/\P{Nd}/gu, '') === digits) return labelled
  }
  return price
}

function labelAround(node: AnyNode): string {
  const labels = elementsAround(node.parent, maxLevels).flatMap(({ attribs }) => attribs['aria-label'] ?? [])
  return cleanText(labels[0]?.slice(0, 200) ?? '')
}

function isStruck(node: AnyNode): boolean {
  return elementsAround(node.parent, maxLevels).some(
    ({ name, attribs }) => struckTags.has(name) || /line-through/.test(attribs.style ?? ''),
  )
}
