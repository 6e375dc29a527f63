/** Recognizes prices by currency and amount. */

import { withLatinDigits } from './numbers.ts'

const currency = String.raw`(?:\p{Sc}|[A-Z]{2,3}\$|(?<!\p{L})[A-Z]{3}(?!\p{L})|\bRs\.?|\bR\$|\bS/|\bkr\.?|\bzł|\bKč|\bFt\b|\blei\b|\bден|\bлв\.?|\bруб\.?|\bTL\b|\bRp\.?|円|元|원|บาท|ريال|درهم|جنيه|د\.إ\.?|ر\.س\.?|ج\.م\.?|تومان)`
const amount = String.raw`\p{Nd}(?:[\p{Nd}.,'’٫٬\u00a0\u202f ]*\p{Nd})?`
const money = String.raw`(?:${currency}[\s\u200e\u200f]*${amount}|${amount}[\s\u200e\u200f]*${currency})`
const wholePrice = new RegExp(
  String.raw`^(?:[\p{L}.]{1,12}:?\s){0,2}${money}(?:[\s\u200e]*[-–+/][^.]{0,24}|\s*${money})?$`,
  'u',
)
const anyPrice = new RegExp(money, 'u')
const everyPrice = new RegExp(money, 'gu')
const maxPriceLength = 48

/** Prices that are alone in the text but for white space and words of price before: "54,00 € 90 €", "$54.00 was $90.00". */
export function pricesIn(text: string): string[] {
  if (text.length > maxPriceLength) return []
  const prices = text.match(everyPrice) ?? []
  const rest = prices.reduce((left, price) => left.replace(price, ''), text)
  return /[\p{Nd}\-–—+/]/u.test(rest) ? [] : prices
}

/** The amount and the currency of a price: 1299 and "$" for "$1,299.00"; null where the text has no amount. */
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

/** The price that the text consists of, without what stands around it ("CHF 12.98" in "ab CHF 12.98"); null for other text. */
export function priceIn(text: string): string | null {
  if (text.length > maxPriceLength || !wholePrice.test(text)) return null
  return anyPrice.exec(text)?.[0] ?? null
}
