/** Converts dates to ISO 8601 from the formats that pages use. */

import { lazy } from '../../base/once.ts'

const isoForm =
  /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:(?:T|\s+|T\s)(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+|,\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/i
const compactForm = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2}):?(\d{2}):?(\d{2})?(Z)?)?$/i
const dottedForm = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/
const epochForm = /^\d{10}(?:\d{3})?$/
// `Date.parse` reads almost any string as a date, so it gets only strings with a month name and a year.
const months =
  'jan(?:uary|\\.)?|feb(?:ruary|\\.)?|mar(?:ch|\\.)?|apr(?:il|\\.)?|may|june?|july?|aug(?:ust|\\.)?|sept?(?:ember|\\.)?|oct(?:ober|\\.)?|nov(?:ember|\\.)?|dec(?:ember|\\.)?'
const namedForm = new RegExp(`\\b(?:${months})\\b`, 'i')

/**
 * Returns the date as precisely as it is written: `2024-05`, `2024-05-01`, `2024-05-01T10:00:00+02:00`. A time without an offset stays
 * without one. Also reads RFC 2822 and English dates, with times in UTC, and
 * the day of dates with the name of a month in other languages. Null for other strings and for `05/01/2024`, which is ambiguous.
 * @see RFC 3339, ISO 8601-1:2019
 */
export function isoDate(stated: string): string | null {
  const text = stated.trim()
  if (text.length > 64) return null
  const iso = isoForm.exec(text)
  if (iso) return compose(iso.slice(1))
  if (epochForm.test(text)) return new Date(Number(text.padEnd(13, '0'))).toISOString()
  const compact = compactForm.exec(text)
  if (compact) return compose([...compact.slice(1, 7), undefined, compact[7]])
  const [, day, month, year] = dottedForm.exec(text) ?? []
  if (year) return compose([year, month, day])
  if (namedForm.test(text) && /\b\d{4}\b/.test(text)) return fromNamed(text)
  return dateWithMonth(text)
}

type DatePart = string | undefined

function compose([year, month, day, hour, minute, second, fraction, offset]: DatePart[]): string | null {
  const date = [year, month, day].filter((part) => part !== undefined).map((part) => part.padStart(2, '0'))
  if (!isOnCalendar(Number(year), Number(month ?? 1), Number(day ?? 1))) return null
  if (hour === undefined) return date.join('-')
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 60) return null
  const time = `${hour.padStart(2, '0')}:${minute}:${second ?? '00'}${(fraction ?? '').replace(',', '.')}`
  return `${date.join('-')}T${time}${offsetOf(offset)}`
}

function offsetOf(offset: DatePart): string {
  if (offset === undefined) return ''
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? []
  return sign ? `${sign}${hours}:${minutes}` : 'Z'
}

function isOnCalendar(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function fromNamed(text: string): string | null {
  const plain = text.replace(/(\d)(?:st|nd|rd|th)\b/gi, '$1').replace(/\bat\b/i, ' ')
  const hasTime = /\d:\d\d/.test(plain)
  const hasZone = /(?:Z|UTC|GMT|[ECMP][SD]T|[+-]\d{2}:?\d{2})\)?$/.test(plain)
  // Without a time zone, `Date.parse` would use the time zone of this machine.
  const at = Date.parse(hasZone ? plain : `${plain} UTC`)
  if (Number.isNaN(at)) return null
  const iso = new Date(at).toISOString()
  if (!hasTime) return iso.slice(0, 10)
  return hasZone ? iso : iso.slice(0, 19)
}

const inLine: readonly RegExp[] = [
  /(?<!\d)(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/,
  /(?<!\d)(?<year>\d{4})\s?[年년]\s?(?<month>\d{1,2})\s?[月월]\s?(?<day>\d{1,2})\s?[日일]/,
  /(?<!\d)(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})(?!\d)/,
  new RegExp(`\\b(?<name>${months})\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4})(?!\\d)`, 'i'),
  new RegExp(
    `(?<!\\d)(?<day>\\d{1,2})(?:st|nd|rd|th)?\\.?[\\s-]+(?<name>${months})[\\s,-]+(?<year>\\d{4})(?!\\d)`,
    'i',
  ),
]

/** Returns the first date in a line of text, ignoring other words; null if there isn't one or it is ambiguous. */
export function dateInLine(line: string): string | null {
  for (const form of inLine) {
    const { year, month, day, name } = form.exec(line.slice(0, 500))?.groups ?? {}
    if (year === undefined || day === undefined) continue
    const number = month ?? String(monthNames.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1)
    return compose([year, number, day])
  }
  return dateWithMonth(line.slice(0, 500))
}

/** `7. Oktober 2025`, `12 février 2026`, `23 de enero de 2026`. */
const dayMonthYear = /(?<!\d)(\d{1,2})(?:\.|er|º)?\s+(?:de\s+)?(\p{L}{3,})\.?\s+(?:de\s+)?(\d{4})(?!\d)/u
// Croatian is missing because its name of October means November in Polish and Czech.
const languages = 'de fr es it pt nl sv da nb fi pl cs sk sl hu ro ru uk bg el tr id ca'.split(' ')
const monthOf = lazy(() => new Map(languages.flatMap(monthsOf)))

function dateWithMonth(text: string): string | null {
  const [, day, name = '', year] = dayMonthYear.exec(text) ?? []
  if (year === undefined) return null
  const month = monthOf().get(name.toLowerCase())
  return month === undefined ? null : compose([year, String(month), day])
}

/** Names as they are written with a day, because many languages inflect them. */
function monthsOf(language: string): [string, number][] {
  const forms = (['long', 'short'] as const).map(
    (month) => new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' }),
  )
  return Array.from({ length: 12 }, (_, n) => n + 1).flatMap((number) =>
    forms.map((form): [string, number] => {
      const parts = form.formatToParts(Date.UTC(2026, number - 1, 1))
      const name = parts.find(({ type }) => type === 'month')?.value ?? ''
      return [name.replace(/\.$/, '').toLowerCase(), number]
    }),
  )
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
