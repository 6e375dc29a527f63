/** Recognizes prices by currency and amount. */

const currency = String.raw`(?:\p{Sc}|[A-Z]{2,3}\$|(?<!\p{L})[A-Z]{3}(?!\p{L})|\bRs\.?|\bR\$|\bS/|\bkr\.?|\bzł|\bKč|\bFt\b|\blei\b|\bден|\bлв\.?|\bруб\.?|\bTL\b|\bRp\.?|円|元|원|บาท|ريال|درهم|جنيه|د\.إ\.?|ر\.س\.?|ج\.م\.?|تومان)`
const amount = String.raw`\p{Nd}(?:[\p{Nd}.,'’٫٬\u00a0\u202f ]*\p{Nd})?`
const money = String.raw`(?:${currency}[\s\u200e\u200f]*${amount}|${amount}[\s\u200e\u200f]*${currency})`
const wholePrice = new RegExp(
  String.raw`^(?:[\p{L}.]{1,12}:?\s){0,2}${money}(?:[\s\u200e]*[-–+/][^.]{0,24}|\s*${money})?$`,
  'u',
)
const anyPrice = new RegExp(money, 'u')
const maxPriceLength = 48

/** The price that the text consists of, without what stands around it ("CHF 12.98" in "ab CHF 12.98"); null for other text. */
export function priceIn(text: string): string | null {
  if (text.length > maxPriceLength || !wholePrice.test(text)) return null
  return anyPrice.exec(text)?.[0] ?? null
}
