/** Reads ratings and review counts as written on result pages in various languages. */

const separator = String.raw`[.,'’٫٬\u00a0\u202f\u2009 ]`
const grouped = new RegExp(String.raw`^\d{1,3}(?:${separator}\d{2,3})*$`, 'u')
const countWithUnit = /^(\d[\d.,'’٫٬\u00a0\u202f\u2009 ]*?)\s*(\p{L}[\p{L}\p{M}]*\.?)?\s*\+?$/u
const maxNumberLength = 24

// The multipliers of abbreviated numbers such as "1.2K", "12 Tsd.", "3 mil", "1.2万" (CLDR's compact forms, thousands and millions).
const unitValues = new Map<string, number>(
  [
    [
      1e3,
      'k|tsd|mil|mila|tys|tis|tisíc|тыс|тис|хил|хиљ|χιλ|bin|b|rb|rbu|ribu|nghìn|n|tn|t|tus|hilj|tūkst|tūks|千|천|พัน|ألف|آلاف|אלף|हज़ार|हजार|mii|tuh|e',
    ],
    [1e4, '万|萬|만|หมื่น'],
    [1e5, 'แสน|लाख|lakh'],
    [1e6, 'm|mio|mln|mn|mi|млн|mill|jt|juta|triệu|εκ|milj|ล้าน|مليون|백만|百万|มล'],
  ].flatMap(([value, units]) =>
    String(units)
      .normalize('NFC')
      .split('|')
      .map((unit): [string, number] => [unit, Number(value)]),
  ),
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
