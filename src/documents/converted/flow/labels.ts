/** Labels of numbered paragraphs: `1.`, `b)`, `(iv)`, `2.3`. */

export interface ListItem {
  /** Nesting depth of the item's list, starting at 0. */
  level: number
  /** Null for a bullet. */
  number: number | null
  /** Text to write before the item if a number alone isn't enough: `1.2`, `Article 3`. */
  label: string | null
}

const arabic = /^[([（]?(\d{1,9})\s?[.)\]:．、）]?$/

/** Parses a label that is available only as text. */
export function readLabel(label: string): { number: number | null; label: string | null } {
  const text = label.replace(/\s+/g, ' ').trim()
  const digits = arabic.exec(text)?.[1]
  if (digits !== undefined) return { number: Number(digits), label: null }
  return /[\p{L}\p{N}]{2}|\p{N}|\p{L}\p{P}/u.test(text)
    ? { number: null, label: text.slice(0, maxLabelChars) }
    : { number: null, label: null }
}

const maxLabelChars = 100

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }

/** Returns 14 for `xiv`, and 0 if the text isn't a Roman numeral. */
export function numberOfRoman(text: string | undefined): number {
  const values = [...(text ?? '').toLowerCase()].map((digit) => romanDigits[digit] ?? 0)
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0)
}

export interface ListLevel {
  start: number
  /** `decimal`, `lowerLetter`, `chineseCounting`, `bullet`, `none`, … */
  format: string
  /** The label, with the numbers of levels as `%1.%2.` */
  text: string
  /** True if all numbers in its label are decimal. */
  isLegal?: boolean
}

export const bulletLevel: ListLevel = { start: 1, format: 'bullet', text: '' }

export interface ListPlace {
  /** Position in a list; null if no label is displayed. */
  item: ListItem | null
  /** The label as displayed; null for a bullet. */
  label: string | null
}

/** A label that consists of a single number: `1.`, `(2)`, `三、`. */
const numberAlone = /^[([（]?%[1-9][.)\]:．、）]?$/

/** Returns an item's place in its list. Levels start at 0. `values`: the current number of each level. */
export function placeInList(
  levels: ReadonlyMap<number, ListLevel>,
  level: number,
  values: readonly (number | undefined)[],
): ListPlace {
  const { format, text, isLegal } = levels.get(level) ?? bulletLevel
  // A list whose bullet is a space only continues the items of another list, as in the documents of pandoc.
  if (format === 'bullet')
    return { item: /^\s+$/.test(text) ? null : { level, number: null, label: null }, label: null }
  const written = text.replace(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1
    const own = levels.get(at)?.format ?? 'decimal'
    return own === 'none' ? '' : writeNumber(values[at] ?? 1, isLegal ? 'decimal' : own)
  })
  const label = written.trim()
  if (label === '') return { item: null, label: null }
  // The text refers to `(b)` and `iv`.
  const isAlone = format !== 'none' && numberAlone.test(text.replace(/\s+/g, '')) && !/[a-z]/i.test(label)
  return { item: { level, number: isAlone ? (values[level] ?? 1) : null, label: isAlone ? null : label }, label }
}

/** Writes a number in a list level's format: `decimal`, `lowerLetter`, `chineseCounting`, …. Other formats become decimal. */
export function writeNumber(number: number, format: string): string {
  const value = Math.min(Math.max(0, number), 999_999_999)
  if (value === 0 || format === 'decimal') return String(value)
  if (format === 'decimalZero') return String(value).padStart(2, '0')
  if (/^(?:chinese|taiwanese|japanese)Counting/.test(format) && value < 100) return chineseOf(value)
  const latin = /^(lower|upper)(Letter|Roman)$/.exec(format)
  if (!latin) return String(value)
  const text = latin[2] === 'Letter' ? lettersOf(value) : romanOf(value)
  return latin[1] === 'upper' ? text.toUpperCase() : text
}

function lettersOf(value: number): string {
  const letter = String.fromCharCode(97 + ((value - 1) % 26))
  return letter.repeat(Math.min(Math.ceil(value / 26), 30))
}

const chineseDigits = [...'〇一二三四五六七八九']

/** Writes numbers such as `二十三`. */
function chineseOf(value: number): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10]
  const ten = `${tens > 1 ? chineseDigits[tens] : ''}${tens > 0 ? '十' : ''}`
  return ten + (ones > 0 ? chineseDigits[ones] : '')
}

const romanSizes = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
const romanNames = 'm cm d cd c xc l xl x ix v iv i'.split(' ')

function romanOf(value: number): string {
  if (value > 5000) return String(value)
  let rest = value
  let text = ''
  for (const [at, size] of romanSizes.entries()) {
    text += romanNames[at]?.repeat(Math.floor(rest / size))
    rest %= size
  }
  return text
}
