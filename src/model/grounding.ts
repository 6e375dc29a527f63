/** Finds URLs, e-mail addresses and numbers in an answer that don't occur on the page. */

interface GroundingSources {
  /** Everything readable on the page: document properties and text. */
  page: string
  /** The page's URL, against which links in its HTML are resolved. */
  url: string
  /** The caller's prompt. Values in it don't have to occur on the page. */
  prompt: string
}

/** The values found in a page and a prompt, but not their text. */
export interface PageEvidence {
  /** Words that may be part of a URL or an e-mail address, in lower case, with disguised addresses spelled out. */
  addresses: string
  /** Absolute URLs of links in the page's HTML. */
  links: string[]
  /** Numbers in canonical form, whole and in groups of digits. */
  numbers: string[]
}

const maxFindings = 10

export function evidenceOf({ page, url, prompt }: GroundingSources): PageEvidence {
  const source = normalize(`${page}\n${prompt}`)
  return {
    addresses: [...addressWords(source), ...emailsIn(withPlainEmails(source))].join(' '),
    links: [...linkedUrls(page, url)],
    numbers: [...numbersIn(source)],
  }
}

function addressWords(text: string): string[] {
  return text.split(/[\s<>"'`]+/).filter((word) => /[.:/@]/.test(word))
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
    ...numbersNotIn(withoutUrlsAndEmails(answerText), new Set(numbers)),
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

/** Absolute URLs of all links and sources in the page's HTML. */
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

function withoutUrlsAndEmails(text: string): string {
  return text.replace(urlPattern, ' ').replace(emailPattern, ' ')
}

/** Converts text to lower case, ASCII digits and NFKC, and removes markdown escapes. */
function normalize(text: string): string {
  return withAsciiDigits(text)
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&amp;', '&')
    .toLowerCase()
}

/** Converts Arabic, Persian, Devanagari, Bengali and Thai digits to ASCII. Each block of ten starts at a code point ending in 0 or 6. */
function withAsciiDigits(text: string): string {
  const digits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g
  return text.normalize('NFKC').replace(digits, (digit) => {
    const code = digit.charCodeAt(0)
    return String((code & 0xf) - (code >= 0x0966 && code <= 0x09ef ? 6 : 0))
  })
}

function containsUrl(source: string, url: string): boolean {
  const normalized = normalize(url).replace(/\/$/, '')
  const encoded = URL.parse(url)?.href.toLowerCase().replace(/\/$/, '') ?? normalized
  return [normalized, decodeUrl(normalized), encoded]
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

function decodeUrl(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    // Values with invalid percent-encoding are compared as written.
    return url
  }
}

function emailsIn(answer: string): string[] {
  return [...answer.matchAll(emailPattern)].map(([email]) => email)
}

/** Rewrites "name [at] host [dot] org" as name@host.org. */
function withPlainEmails(text: string): string {
  return text
    .replace(/\s{0,3}[[({<]?\s{0,3}\b(?:at|ät)\b\s{0,3}[\])}>]?\s{0,3}/g, '@')
    .replace(/\s{0,3}[[({<]?\s{0,3}\b(?:dot|punkt)\b\s{0,3}[\])}>]?\s{0,3}/g, '.')
}

// Minus signs are left out, because before a number they are more often hyphens (`COVID-19`).
const numberPattern = /(?<!\d)\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,:/-]\d+)*/g
const listMarker = /^[ \t]*(?:[-*+] +)?\d{1,3}[.)](?=\s)/gm

/** Numbers in the answer that don't match a known number in any spelling. Markers of numbered lists don't count. */
function numbersNotIn(answer: string, known: ReadonlySet<string>): string[] {
  const numbers = [...withAsciiDigits(answer).replace(listMarker, ' ').matchAll(numberPattern)].map(([match]) => match)
  return numbers.filter((number) => !isKnown(number, known))
}

/** Every number in the text in canonical form, whole and in groups of digits. Includes numbers written as words, and months. */
function numbersIn(text: string): Set<string> {
  const known = new Set<string>()
  for (const [number] of text.matchAll(numberPattern)) {
    known.add(canonicalNumber(number))
    for (const group of number.split(/[^\d]+/)) known.add(canonicalNumber(group))
  }
  for (const [value, word] of numberWords.entries()) {
    if (new RegExp(`\\b${word}\\b`).test(text)) known.add(String(value))
  }
  for (const [month, name] of months.entries()) if (text.includes(name)) known.add(String(month + 1))
  return known
}

const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** True if the number is known as a whole, or group by group if it is a date, a time or a list of numbers. */
function isKnown(number: string, known: ReadonlySet<string>): boolean {
  if (known.has(canonicalNumber(number))) return true
  const hasGroups = /^\d+(?:[:/-]\d+)+$|^\d{1,2}\.\d{1,2}\.\d{2,4}$|^\d+(?:,\d+){2,}$|^\d+(?: \d+){2,}$/.test(number)
  return hasGroups && number.split(/[:/., -]/).every((group) => known.has(canonicalNumber(group)))
}

/** Removes thousands separators, leading zeros, and zeros at the end of the fraction. The decimal mark becomes a point. */
function canonicalNumber(number: string): string {
  const joined = number.replace(/[.,'’\u00a0\u202f ](?=\d{3}(?!\d))/g, '').replace(',', '.')
  const trimmed = joined.replace(/^0+(?=\d)/, '')
  return trimmed.includes('.') ? trimmed.replace(/\.?0+$/, '') : trimmed
}
