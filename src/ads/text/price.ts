/** Recognizes prices by currency and amount. */

import { withLatinDigits } from './numbers.ts'

// In "UVP 30,00 €", "UVP" isn't a currency.
const codes = Intl.supportedValuesOf('currency').join('|')
const currency = String.raw`(?:\p{Sc}|[A-Z]{2,3}\$|(?<!\p{L})(?:${codes})(?!\p{L})|\bRs\.?|\bR\$|\bS/|\bkr\.?|\bzł|\bKč|\bFt\b|\blei\b|\bден|\bлв\.?|\bруб\.?|\bTL\b|\bRp\.?|円|元|원|บาท|ريال|درهم|جنيه|د\.إ\.?|ر\.س\.?|ج\.م\.?|تومان)`
const amount = String.raw`\p{Nd}(?:[\p{Nd}.,'’٫٬\u00a0\u202f ]*\p{Nd})?`
const money = String.raw`(?:${currency}[\s\u200e\u200f]*${amount}|${amount}[\s\u200e\u200f]*${currency})`
// Words for amounts other than the offer's price: a saving, a delivery fee, a deposit, a tax, the price of a used item.
const otherPrice =
  /^(?:save|spare|sparen|économisez|ahorra|risparmi\w*|bespaar|economize|spar|zaoszczędź|get|shipping|delivery|versand|lieferung|livraison|envío|spedizione|verzending|frete|dostawa|frakt|deposit|used from|gebraucht ab|tax|fees?)[\s:]/iu
const orWord = '(?:or|oder|ou|o|oppure|of|eller|lub|nebo|vagy|sau|veya|или|або|ή|または|또는|أو|หรือ)'
const insteadOf =
  '(?:was|instead of|statt|anstatt|au lieu de|invece di|en vez de|em vez de|in plaats van|istället för|i stedet for|zamiast|místo|вместо|замість)'
const percent = String.raw`[-–−]?\p{Nd}{1,3}\s?%(?:\s\p{L}{1,12})?`
// Text that may follow the price: a unit price in brackets, a delivery fee after "+", a unit after "/", a monthly or old price, a discount.
const tail = String.raw`(?:\s*\([^()]{1,32}\)|[\s\u200e]*[-–+/](?:[^.]|\.(?=\p{Nd})){0,24}|\s+(?:${orWord}|${insteadOf})\s+${money}(?:\s?/.{1,12})?|\s*${money}(?:[\s,(]*${percent}\)?)?|[\s,(]+${percent}\)?)`
const wholePrice = new RegExp(String.raw`^(?:[\p{L}.]{1,12}:?\s){0,2}${money}${tail}?$`, 'u')
const anyPercent = new RegExp(percent, 'u')
const anyPrice = new RegExp(money, 'u')
const everyPrice = new RegExp(money, 'gu')
const hasOr = new RegExp(String.raw`(?:^|\s)${orWord}(?:$|\s)`, 'iu')
const maxPriceLength = 48
const maxSearched = 200

/** True if there is a price in the text. Searches only the first part of a long text. */
export function hasPrice(text: string): boolean {
  return anyPrice.test(text.slice(0, maxSearched))
}

/** The prices in a string that contains only prices and words describing them: "54,00 € 90 €", "$54.00 was $90.00". */
export function pricesIn(text: string): string[] {
  if (text.length > maxPriceLength) return []
  const prices = text.match(everyPrice) ?? []
  const rest = prices.reduce((left, price) => left.replace(price, ''), text).replace(anyPercent, '')
  return /[\p{Nd}\-–—+/(]/u.test(rest) || otherPrice.test(text) || hasOr.test(rest) ? [] : prices
}

/** The amount and the currency of a price: 1299 and "$" for "$1,299.00"; null if the text has no amount. */
export function amountOf(price: string): { amount: number; currency: string } | null {
  const text = withLatinDigits(price)
  const digits = /\d(?:[\d.,'’٫٬\u00a0\u202f ]*\d)?/u.exec(text)?.[0]
  if (digits === undefined) return null
  const [, whole = '', cents = '0'] = /^(.*?)(?:[.,٫](\d{1,2}))?$/u.exec(digits) ?? []
  const amount = Number(`${whole.replace(/\D/g, '')}.${cents}`)
  return Number.isFinite(amount)
    ? { amount, currency: text.replace(digits, '').replace(/[\s\u200e\u200f]/g, '') }
    : null
}

/** Returns the price if the text is a price, without the words around it (`CHF 12.98` for `ab CHF 12.98`); null for other text. */
export function priceIn(text: string): string | null {
  if (text.length > maxPriceLength || !wholePrice.test(text) || otherPrice.test(text)) return null
  return anyPrice.exec(text)?.[0] ?? null
}
