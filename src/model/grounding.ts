/** Finds URLs, e-mail addresses and numbers in an answer that don't occur on the page. Numbers are read as in quotes. */

import { folded, numberSign } from '../content/quotes/tokens.ts'
import { readVisibleText, withScriptDigits } from '../content/quotes/visible-text.ts'
import { percentDecoded } from '../html/absolute-url.ts'

interface GroundingSources {
  /** Everything readable on the page: document properties and text. */
  page: string
  url: string
  /** The caller's prompt. Values in it don't have to occur on the page. */
  prompt: string
}

/** The values found in a page and a prompt, but not their text. */
export type PageEvidence = ReturnType<typeof evidenceOf>

const maxFindings = 10

export function evidenceOf({ page, url, prompt }: GroundingSources) {
  const source = normalize(`${page}\n${prompt}`)
  const visible = normalize(readVisibleText(page).text)
  return {
    /** Words that may be part of a URL or an e-mail address, in lower case, with disguised addresses spelled out. */
    addresses: [
      ...source.split(/[\s<>"'`]+/).filter((word) => /[.:/@]/.test(word)),
      ...emailsIn(withPlainEmails(source)),
    ].join(' '),
    links: [...linkedUrls(page, url)],
    /** Numbers in canonical form, and the parts of dates and times. */
    numbers: [...numbersIn(`${source}\n${visible}`)],
  }
}

/**
 * Returns up to ten values in the answer that don't occur on the page, each once and as written, in the answer's order.
 * @example
 * findUngrounded('It costs 12 euros.', evidenceOf({ page: 'Only 10 euros!', url: 'https://example.com/', prompt: '' })) // ['12']
 */
export function findUngrounded(answer: string, { addresses, links, numbers }: PageEvidence): string[] {
  const answerText = textOfJsonValues(answer)
  const linked = new Set(links)
  const ungrounded = [
    ...urlsIn(answerText).filter((one) => !containsUrl(addresses, one) && !linked.has(URL.parse(one)?.href ?? '')),
    ...emailsIn(answerText).filter((email) => !containsWhole(addresses, normalize(email))),
    ...numbersNotIn(answerText.replace(urlPattern, ' ').replace(emailPattern, ' '), new Set(numbers)),
  ]
  return [...new Set(ungrounded)].slice(0, maxFindings)
}

/** Names and values of a JSON answer, one per line, so that the commas between them don't become part of a number. */
function textOfJsonValues(answer: string): string {
  if (!/^[[{]/.test(answer)) return answer
  const values: string[] = []
  try {
    JSON.parse(answer, function (this: unknown, name, value) {
      if (!Array.isArray(this)) values.push(name)
      if (typeof value === 'string' || typeof value === 'number') values.push(String(value))
      return value
    })
  } catch {
    // Text that starts with a bracket but isn't JSON.
    return answer
  }
  return values.join('\n')
}

function linkedUrls(page: string, pageUrl: string): Set<string> {
  const base = /<base\s[^>]*href\s*=\s*["']?([^"'\s>]+)/i.exec(page)?.[1] ?? ''
  const baseUrl = URL.parse(base, pageUrl)?.href ?? pageUrl
  const links = page.matchAll(/\b(?:href|src)\s*=\s*["']?([^"'\s>]{1,2083})/gi)
  return new Set([...links].flatMap(([, link = '']) => URL.parse(link.replaceAll('&amp;', '&'), baseUrl)?.href ?? []))
}

const urlPattern = /\bhttps?:\/\/[^\s<>"'`\\^{}|[\]]+/gi
const emailPattern = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}/gu
const trailingPunctuation = /[.,;:!?*_]+$/

function urlsIn(text: string): string[] {
  // Punctuation at the end belongs to the sentence or to the markdown around the URL.
  return [...text.matchAll(urlPattern)].map(([match]) => {
    // In Chinese, Japanese and Korean, text follows a URL without a space.
    let url = match.replace(/[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff01-\uff60].*$/, '')
    url = url.replace(trailingPunctuation, '')
    while (url.endsWith(')') && url.split(')').length > url.split('(').length) {
      url = url.slice(0, -1).replace(trailingPunctuation, '')
    }
    return url
  })
}

/** Returns text in lower case, in the spelling of quotes, with ASCII digits and without markdown escapes. */
function normalize(text: string): string {
  return withPlainNumbers(text)
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&amp;', '&')
    .toLowerCase()
}

/** Arabic, Persian, Devanagari, Bengali and Thai digits. Each block of ten starts at a code point that ends in 0 or 6. */
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g
const spacedNumber = /(?<!\d)\d{1,3}(?:[\u00a0\u2009\u202f]\d{3})+(?!\d)/g

/** Writes numbers with ASCII digits, raised digits as such (`10^2` is `10²`), and without non-breaking spaces between thousands. */
function withPlainNumbers(text: string): string {
  return folded(withScriptDigits(text.replace(/(?<=\d)\^\{?(\d+)\}?/g, '<sup>$1</sup>')))
    .replace(otherDigits, (digit) => {
      const code = digit.charCodeAt(0)
      return String((code & 0xf) - (code >= 0x0966 && code <= 0x09ef ? 6 : 0))
    })
    .replace(spacedNumber, (number) => number.replace(/\D/g, ''))
}

function containsUrl(source: string, url: string): boolean {
  const normalized = normalize(url).replace(/\/$/, '')
  const encoded = URL.parse(url)?.href.toLowerCase().replace(/\/$/, '') ?? normalized
  return [normalized, percentDecoded(normalized, decodeURI), encoded]
    .map((spelling) => spelling.replace(/^https?:\/\/(?:www\.)?/, ''))
    .some((spelling) => containsWhole(source, spelling))
}

/** True if the source contains the URL or e-mail address on its own, not just as part of a longer one. */
function containsWhole(source: string, spelling: string): boolean {
  if (spelling === '') return false
  for (let at = source.indexOf(spelling); at >= 0; at = source.indexOf(spelling, at + 1)) {
    const before = source.slice(Math.max(0, at - 5), at)
    const startsEarlier = /[a-z0-9_%+-]$|[a-z0-9]\.$/.test(before) && !/(?:^|[^a-z0-9-])www\.$/.test(before)
    const after = source.slice(at + spelling.length, at + spelling.length + 2)
    if (!startsEarlier && !/^[a-z0-9_%~-]|^\.[a-z0-9]/.test(after)) return true
  }
  return false
}

function emailsIn(answer: string): string[] {
  return [...answer.matchAll(emailPattern)].map(([email]) => email)
}

function withPlainEmails(text: string): string {
  return text
    .replace(/\s{0,3}[[({<]?\s{0,3}\b(?:at|ät)\b\s{0,3}[\])}>]?\s{0,3}/g, '@')
    .replace(/\s{0,3}[[({<]?\s{0,3}\b(?:dot|punkt)\b\s{0,3}[\])}>]?\s{0,3}/g, '.')
}

const digits = String.raw`(?<!\d)\d{1,3}(?:[.,' ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,:/-]\d+)*`
const numberPattern = new RegExp(String.raw`${numberSign}(?:${digits})\p{No}*`, 'gu')
const listMarker = /^[ \t]*(?:[-*+] +)?\d{1,3}[.)](?=\s)/gm
/** A date, a time, a range or a list of numbers. */
const groupedNumber = /^\d+(?:[:/-]\d+)+$|^\d{1,2}\.\d{1,2}\.\d{2,4}$|^\d+(?:,\d+){2,}$|^\d+(?: \d+){2,}$/

/** Numbers in the answer that don't match a known number in any spelling. Markers of numbered lists don't count. */
function numbersNotIn(answer: string, known: ReadonlySet<string>): string[] {
  const numbers = [...withPlainNumbers(answer).replace(listMarker, ' ').matchAll(numberPattern)].map(([match]) => match)
  const isKnown = (number: string) => known.has(canonicalNumber(number))
  return numbers.filter(
    (number) => !isKnown(number) && !(groupedNumber.test(number) && number.split(/[:/., -]/).every(isKnown)),
  )
}

/** Every number in the text in canonical form. Includes the parts of dates, numbers written as words, and months. */
function numbersIn(text: string): Set<string> {
  const known = new Set<string>()
  for (const { 0: number, index } of text.matchAll(numberPattern)) {
    known.add(canonicalNumber(number))
    if (groupedNumber.test(number) || number.includes(' ')) {
      for (const group of number.split(/[^\d]+/)) known.add(canonicalNumber(group))
    }
    // A discount of `-20 %` is 20 %.
    if (/^ ?%/.test(text.slice(index + number.length, index + number.length + 2))) {
      known.add(canonicalNumber(number.replace(/^-/, '')))
    }
  }
  for (const [value, word] of numberWords.entries()) {
    if (new RegExp(`\\b${word}\\b`).test(text)) known.add(String(value))
  }
  for (const [month, name] of months.entries()) if (text.includes(name)) known.add(String(month + 1))
  return known
}

const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Removes a plus sign, thousands separators, leading zeros, and zeros at the end of the fraction. The decimal mark becomes a point. */
function canonicalNumber(number: string): string {
  const joined = number.replace(/[.,' ](?=\d{3}(?!\d))/g, '').replace(',', '.')
  const trimmed = joined.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1')
  return trimmed.includes('.') ? trimmed.replace(/\.?0+$/, '') : trimmed
}
