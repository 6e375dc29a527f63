/** Reads prices, ratings and review counts as written on result pages in various languages. */

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

const separator = String.raw`[.,'’٫٬\u00a0\u202f\u2009 ]`
const grouped = new RegExp(String.raw`^\d{1,3}(?:${separator}\d{2,3})*$`, 'u')
const countWithUnit = /^(\d[\d.,'’٫٬\u00a0\u202f\u2009 ]*?)\s*(\p{L}[\p{L}\p{M}]*\.?)?\s*\+?$/u
const maxNumberLength = 24

// The multipliers of abbreviated numbers such as "1.2K", "12 Tsd.", "3 mil", "1.2万" (CLDR's compact forms, thousands and millions).
const unitValues = new Map(
  Object.entries({
    1000: 'k|tsd|mil|mila|tys|tis|tisíc|тыс|тис|хил|хиљ|χιλ|bin|b|rb|rbu|ribu|nghìn|n|tn|t|tus|hilj|tūkst|tūks|千|천|พัน|ألف|آلاف|אלף|हज़ार|हजार|mii|tuh|e',
    10000: '万|萬|만|หมื่น',
    100000: 'แสน|लाख|lakh',
    1000000: 'm|mio|mln|mn|mi|млн|mill|jt|juta|triệu|εκ|milj|ล้าน|مليون|백만|百万|มล',
  }).flatMap(([value, units]) => {
    const names = units.normalize('NFC').split('|')
    return names.map((name) => [name, Number(value)] as const)
  }),
)

const unitWords = [...unitValues.keys()].filter((unit) => !/[千万萬천만백]/u.test(unit)).join('|')
/** The source of a pattern for use with `iu`, matching the words and characters that abbreviate numbers. */
export const countUnit = String.raw`(?:(?:${unitWords})\.?(?![\p{L}\p{M}])|[千万萬천만])`

/** The text with the digits of all scripts replaced by 0–9. */
export function withLatinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
}

// A script's digits are consecutive, starting at its zero.
function digitValue(digit: string): number {
  const code = digit.normalize('NFKC').codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return value
}

/** A number with at most two decimal places, such as "4.6", "4,6" or "٤٫٦"; null for any other text. */
export function decimalOf(text: string): number | null {
  const number = text.length > maxNumberLength ? '' : withLatinDigits(text.trim())
  return /^\d{1,3}(?:[.,٫]\d{1,2})?$/.test(number) ? Number(number.replace(/[,٫]/, '.')) : null
}

/** A count such as "1,234", "1.234", "1 234", "12 Tsd.", "1.2K" or "1.2万"; null for any other text, including "4.6". */
export function countOf(text: string): number | null {
  if (text.length > maxNumberLength) return null
  const [, digits = '', unit = ''] = countWithUnit.exec(withLatinDigits(text.trim())) ?? []
  // Here, "m" means meters, not millions.
  if (unit === 'm') return null
  if (unit !== '') {
    const value = unitValues.get(unit.replace(/\.$/, '').toLowerCase().normalize('NFC'))
    const number = decimalOf(digits)
    return value === undefined || number === null ? null : Math.round(number * value)
  }
  const isCount = /^\d+$/.test(digits) || (grouped.test(digits) && /\D\d{3}$/.test(digits))
  const count = isCount ? Number(digits.replace(/\D/g, '')) : Number.NaN
  return Number.isSafeInteger(count) ? count : null
}

/** Converts a rating from its scale to a 5-point one. Null if it fits no scale, or if it is 0, which isn't a valid rating. */
export function ratingOutOf5(value: number | null, scale: number | null = null): number | null {
  if (value === null || !(value > 0) || (scale !== null && !(scale > 0))) return null
  const rating = Math.round((value * 500) / (scale ?? 5)) / 100
  return rating <= 5 ? rating : null
}
