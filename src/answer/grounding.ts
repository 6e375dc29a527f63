/** Does an answer hold addresses, e-mail addresses or numbers that the page does not? */

interface Sources {
  /** All of the page that could be read, its head included. */
  page: string
  /** What the caller says need not stand on the page. */
  prompt: string
}

/** What stands in the answer and nowhere on the page, as it is written, each once, in the answer's order; at most ten. */
export function findUngrounded(answer: string, { page, prompt }: Sources): string[] {
  const text = plain(`${page}\n${prompt}`)
  const said = valuesOf(answer)
  const addresses = addressesIn(said).filter((address) => !holdsAddress(text, address))
  const linked = addresses.length > 0 ? linkedFrom(page) : new Set()
  const found = [
    ...addresses.filter((address) => !linked.has(URL.parse(address)?.href)),
    ...emailsNotIn(said, text),
    ...numbersNotIn(withoutAddresses(said), text),
  ]
  return [...new Set(found)].slice(0, 10)
}

/** What a JSON answer says, one value to a line: its commas and escapes are none of the numbers and words beside them. */
function valuesOf(answer: string): string {
  if (!/^[[{]/.test(answer)) return answer
  const values: string[] = []
  try {
    JSON.parse(answer, function (this: unknown, name, value) {
      if (!Array.isArray(this)) values.push(name)
      if (typeof value === 'string' || typeof value === 'number') values.push(String(value))
      return value
    })
  } catch {
    // Words that begin with a bracket.
    return answer
  }
  return values.join('\n')
}

/** Absolute addresses of what the HTML of a page links to. */
function linkedFrom(page: string): Set<string> {
  const base = /<base\s[^>]*href\s*=\s*["']?([^"'\s>]+)/i.exec(page)?.[1] ?? ''
  const own = /^Address: (\S+)/.exec(page)?.[1]
  const from = URL.parse(base, own)?.href ?? own
  const links = page.matchAll(/\b(?:href|src)\s*=\s*["']?([^"'\s>]{1,2083})/gi)
  return new Set([...links].flatMap(([, link = '']) => URL.parse(link.replaceAll('&amp;', '&'), from)?.href ?? []))
}

const addressPattern = /\bhttps?:\/\/[^\s<>"'`\\^{}|[\]]+/gi
const emailPattern = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}/gu

function addressesIn(text: string): string[] {
  // What ends a sentence or a link ends the address.
  return [...text.matchAll(addressPattern)].map(([address]) => {
    // Where words are not set apart, the next one follows at once.
    let bare = address.replace(/[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff01-\uff60].*$/, '').replace(ending, '')
    while (bare.endsWith(')') && bare.split(')').length > bare.split('(').length) {
      bare = bare.slice(0, -1).replace(ending, '')
    }
    return bare
  })
}

const ending = /[.,;:!?*_]+$/

function withoutAddresses(text: string): string {
  return text.replace(addressPattern, ' ').replace(emailPattern, ' ')
}

/** In one spelling of letters and digits, without markdown's escapes. */
function plain(text: string): string {
  return withPlainDigits(text)
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&amp;', '&')
    .toLowerCase()
}

/** Digits of Arabic, Persian, Hindi, Bengali and Thai as the usual ones: each ten begins where its code ends in 0 or 6. */
function withPlainDigits(text: string): string {
  const digits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g
  return text.normalize('NFKC').replace(digits, (digit) => {
    const code = digit.charCodeAt(0)
    return String((code & 0xf) - (code >= 0x0966 && code <= 0x09ef ? 6 : 0))
  })
}

function holdsAddress(text: string, address: string): boolean {
  const bare = plain(address).replace(/\/$/, '')
  const encoded = URL.parse(address)?.href.toLowerCase().replace(/\/$/, '') ?? bare
  return [bare, decode(bare), encoded]
    .map((spelling) => spelling.replace(/^https?:\/\/(?:www\.)?/, ''))
    .some((spelling) => standsIn(text, spelling))
}

/** Whether it stands there whole: not as a part of a longer name. */
function standsIn(text: string, spelling: string): boolean {
  if (spelling === '') return false
  for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + 1)) {
    const before = text.slice(Math.max(0, at - 5), at)
    const isBegun = /[a-z0-9_%+-]$|[a-z0-9]\.$/.test(before) && !/(?:^|[^a-z0-9-])www\.$/.test(before)
    if (!isBegun && !/^[a-z0-9_%~-]|^\.[a-z0-9]/.test(text.slice(at + spelling.length, at + spelling.length + 2)))
      return true
  }
  return false
}

function decode(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    // Not escaped as addresses are: it is compared as it stands.
    return address
  }
}

function emailsNotIn(answer: string, text: string): string[] {
  const missing = [...answer.matchAll(emailPattern)]
    .map(([email]) => email)
    .filter((email) => !standsIn(text, plain(email)))
  if (missing.length === 0) return []
  const shown = withPlainEmails(text)
  return missing.filter((email) => !standsIn(shown, plain(email)))
}

/** Pages write addresses so that machines don't see them, too: "name [at] host [dot] org". */
function withPlainEmails(text: string): string {
  return text
    .replace(/\s{0,3}[[({<]?\s{0,3}\b(?:at|ät)\b\s{0,3}[\])}>]?\s{0,3}/g, '@')
    .replace(/\s{0,3}[[({<]?\s{0,3}\b(?:dot|punkt)\b\s{0,3}[\])}>]?\s{0,3}/g, '.')
}

// A sign before it belongs to words (`COVID-19`) more often than to the number.
const numberPattern = /(?<!\d)\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,:/-]\d+)*/g
const listMark = /^[ \t]*(?:[-*+] +)?\d{1,3}[.)](?=\s)/gm

/** Numbers of the answer that the page has in no spelling; list marks are none. */
function numbersNotIn(answer: string, text: string): string[] {
  const asked = [...withPlainDigits(answer).replace(listMark, ' ').matchAll(numberPattern)].map(([number]) => number)
  if (asked.length === 0) return []
  const known = valuesIn(text)
  return asked.filter((number) => !isKnown(number, known))
}

/** Every number of the text, whole and in its pieces, in one spelling. */
function valuesIn(text: string): Set<string> {
  const known = new Set<string>()
  for (const [number] of text.matchAll(numberPattern)) {
    known.add(spell(number))
    for (const piece of number.split(/[^\d]+/)) known.add(spell(piece))
  }
  for (const [at, name] of spelled.entries()) if (new RegExp(`\\b${name}\\b`).test(text)) known.add(String(at))
  for (const [month, name] of months.entries()) if (text.includes(name)) known.add(String(month + 1))
  return known
}

const spelled = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** As a whole, or piece by piece: a date is written in many ways, and commas or blanks may stand between numbers. */
function isKnown(number: string, known: ReadonlySet<string>): boolean {
  if (known.has(spell(number))) return true
  const hasPieces = /^\d+(?:[:/-]\d+)+$|^\d{1,2}\.\d{1,2}\.\d{2,4}$|^\d+(?:,\d+){2,}$|^\d+(?: \d+){2,}$/.test(number)
  return hasPieces && number.split(/[:/., -]/).every((piece) => known.has(spell(piece)))
}

/** Without marks between thousands, zeros in front, and zeros behind the point. */
function spell(number: string): string {
  const joined = number.replace(/[.,'’\u00a0\u202f ](?=\d{3}(?!\d))/g, '').replace(',', '.')
  const trimmed = joined.replace(/^0+(?=\d)/, '')
  return trimmed.includes('.') ? trimmed.replace(/\.?0+$/, '') : trimmed
}
