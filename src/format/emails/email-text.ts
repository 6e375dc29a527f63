/** Finds e-mail addresses in text by expanding from each `@`, or disguised `@`, in both directions within bounds. Takes linear time. */

import { parse } from 'tldts'

/** An address and its offset in the text, in UTF-16 units. */
export interface EmailMatch {
  at: number
  address: string
}

/** Returns the addresses as spelled, with hosts in lower case. Addresses with a literal `@` come first. */
export function findAddresses(spelled: string): EmailMatch[] {
  const text = toHalfWidth(spelled)
  const disguised = disguises.flatMap((disguise) => findDisguised(text, disguise))
  // In `joe@host.co [dot] uk`, the host continues after a part that is already a complete host.
  const signs = new Set(disguised.map(({ sign }) => sign))
  return [...findPlain(text).filter(({ sign }) => !signs.has(sign)), ...disguised]
}

interface SignedMatch extends EmailMatch {
  /** Offset of the `@`; -1 if it is disguised. */
  sign: number
}

/** Converts the full-width characters of East Asian keyboards to ASCII: `ｊｏｈｎ＠ｅｘａｍｐｌｅ．ｃｏｍ`. The text keeps its length. */
function toHalfWidth(text: string): string {
  return text.replace(/[０-９Ａ-Ｚａ-ｚ＠．＿＋－]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
}

function findPlain(text: string): SignedMatch[] {
  const found: SignedMatch[] = []
  for (let sign = text.indexOf('@'); sign >= 0; sign = text.indexOf('@', sign + 1)) {
    const run = localBefore(text, sign)
    const domain = run === '' ? null : domainFrom(text, sign + 1)
    if (!domain) continue
    const end = sign + 1 + domain.length
    // Allows for emphasis in Markdown: `_name@host.org_`.
    const local = text[end] === '_' ? run.replace(/^_[.'+-]*/, '') : run
    const start = sign - local.length
    // Account names: `@user@social.example`, `a@b.org@c.org`, `git@github.com:owner/repository`.
    const isAccount =
      text[start - 1] === '@' || text[end] === '@' || (local === 'git' && /^[:/]\S/.test(text.slice(end, end + 2)))
    if (isAccount || isInUrl(text, start)) continue
    found.push({ at: start, sign, address: `${local}@${domain.toLowerCase()}` })
  }
  return found
}

/** True for addresses in `https://user:secret@host.org/` and `https://host.org/a@b.com/c`. Text after `?` or `#` may be an address. */
function isInUrl(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 300), start)
  const scheme = before.lastIndexOf('://')
  if (scheme < 0) return false
  const rest = before.slice(scheme + 3)
  return !/[?#\s"'<>`,;|()[\]{}]/.test(rest) && !unspaced.test(rest.slice(-1))
}

interface Disguise {
  /** Must occur in the text. This quick test comes first, because most text contains no disguised address. */
  mark: RegExp
  at: RegExp
  /** Must occur in the host, to distinguish an address from a sentence such as "meet at example.com". */
  proof: RegExp
}

const dotInBrackets = '[\\[({<]\\s{0,3}(?:dot|d0t|punkt|punto|ponto|point|\\.)\\s{0,3}[\\])}>]'
const dots = `\\s{0,3}${dotInBrackets}\\s{0,3}|\\s{1,3}dot\\s{1,3}|\\.`
const hasBracketedDot = new RegExp(dotInBrackets, 'i')
const dot = new RegExp(dots, 'giu')
const dotAtEnd = new RegExp(`(?:${dots})$`, 'iu')
const label = '[\\p{L}\\p{M}\\p{N}-]{1,63}'
const host = new RegExp(`${label}(?:(?:${dots})${label}){1,8}`, 'iuy')

const disguises: Disguise[] = [
  {
    mark: /[[({<]\s{0,3}(?:@|at|ät|arroba)\s{0,3}[\])}>]/iu,
    at: /\s{0,3}[[({<]\s{0,3}(?:@|at|ät|arroba)\s{0,3}[\])}>]\s{0,3}/giu,
    proof: /./,
  },
  { mark: hasBracketedDot, at: /\s{0,3}@\s{0,3}|\s{1,3}at\s{1,3}/giu, proof: hasBracketedDot },
]

function findDisguised(text: string, { mark, at, proof }: Disguise): SignedMatch[] {
  const found: SignedMatch[] = []
  if (!mark.test(text)) return found
  for (const match of text.matchAll(at)) {
    host.lastIndex = match.index + match[0].length
    const written = host.exec(text)?.[0] ?? ''
    if (!proof.test(written)) continue
    const local = disguisedLocal(text, match.index)
    const domain = domainFrom(written.replace(dot, '.'), 0)?.toLowerCase()
    if (local === '' || !domain) continue
    const sign = match[0].trim() === '@' ? match.index + match[0].indexOf('@') : -1
    found.push({ at: match.index, sign, address: `${local}@${domain}` })
  }
  return found
}

/** Returns the local part before a disguised at sign, with its dots restored: `first [dot] last`. Empty if no local part is found. */
function disguisedLocal(text: string, end: number): string {
  const parts: string[] = []
  let at = end
  for (let length = 0; length <= 64; ) {
    const part = localBefore(text, at)
    if (part === '') return ''
    parts.unshift(part)
    length += part.length + 1
    at -= part.length
    const before = text.slice(Math.max(0, at - 24), at)
    const separator = isLocalChar(before.slice(-1)) ? null : dotAtEnd.exec(before)
    if (!separator) return parts.join('.')
    at -= separator[0].length
  }
  return ''
}

const localChar = /[\p{L}\p{M}\p{N}._+'-]/u

const maxLocal = 64

/** True if a character may be in a local part in prose. RFC 5321 also allows `=`, `*`, `&` and more, but in prose they're punctuation. */
function isLocalChar(char: string): boolean {
  return localChar.test(char) && !unspaced.test(char)
}

/** Returns the local part that ends at `end`, as spelled: `first.last+tag`. Empty in a path, or if it exceeds 64 characters. */
function localBefore(text: string, end: number): string {
  let start = end
  while (start > 0 && end - start <= maxLocal && isLocalChar(text.charAt(start - 1))) start--
  const run = text.slice(start, end)
  if (run.length > maxLocal) return ''
  const before = text.slice(Math.max(0, start - maxLocal), start)
  if (before.endsWith('%')) return afterEscape(run)
  return isPath.test(before) ? '' : trimmed(run)
}

/** A slash that follows another slash or a host. It may also separate two addresses. */
const isPath = /(?:^|\s)[^@\s]*[/.][^@\s]*\/$/

/** `run` follows a percent sign. Its first two characters may complete an escaped space or colon: `20joe` in `%20joe`. */
function afterEscape(run: string): string {
  const code = /^[\da-f]{2}/i.exec(run)?.[0]
  return code && !isLocalChar(String.fromCharCode(Number.parseInt(code, 16))) ? trimmed(run.slice(2)) : ''
}

/** Removes dots and signs of the sentence. Two dots in a row violate RFC 5321, but mobile carriers use them. */
function trimmed(run: string): string {
  const local = run.slice(Math.max(0, run.lastIndexOf('...') + 3 * Number(run.includes('...')))).replace(/^[.'+-]+/, '')
  return local.endsWith('.') || !/[\p{L}\p{N}]/u.test(local) ? '' : local
}

// Scripts written without spaces, where other words may touch an address.
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const hostChar = /[\p{L}\p{M}\p{N}-]/u

const maxHost = 253

/** Returns the host that starts at `start`, as spelled; null if its last labels aren't a known public suffix. @see RFC 1035, 2.3.4 */
function domainFrom(text: string, start: number): string | null {
  let end = start
  for (; end < text.length && end - start <= maxHost; end++) {
    const char = text.charAt(end)
    if (char === '.') {
      if (end === start || !hostChar.test(text.charAt(end + 1))) break
    } else if (!hostChar.test(char)) break
    else if (unspaced.test(char) && !unspaced.test(text.charAt(start))) break
  }
  return end - start > maxHost ? null : withKnownEnding(text.slice(start, end).replace(/[.-]+$/, ''))
}

// Endings that aren't in the Public Suffix List: those from RFC 2606 and RFC 6762, and names used on intranets.
const privateEndings = new Set(['test', 'example', 'invalid', 'local', 'internal', 'intranet', 'lan', 'corp', 'home'])

function hasKnownEnding(host: string): boolean {
  const labels = host.split('.')
  if (labels.length < 2 || labels.some((label) => !/^(?!-)[^.]{1,63}(?<!-)$/.test(label))) return false
  const { isIcann, domain } = parse(host.toLowerCase(), { validateHostname: false, extractHostname: false })
  return (isIcann === true && domain !== null) || privateEndings.has(labels.at(-1)?.toLowerCase() ?? '')
}

/** Returns the host, minus any word attached to its end, as in `x.orgFollow` and `x.org.Next`. Null for file names: `logo@2x.png`. */
function withKnownEnding(host: string): string | null {
  if (hasKnownEnding(host)) return host
  const [shorter] = /^.*\p{Ll}(?=\p{Lu}\p{L}*$)/u.exec(host) ?? /^.*\p{Ll}(?=\.\p{Lu}[^.]*$)/u.exec(host) ?? []
  return shorter !== undefined && hasKnownEnding(shorter) ? shorter : null
}

/** Returns the string, with its host in lower case, if it is exactly one address; otherwise null. The host may have any ending. */
export function toAddress(text: string): string | null {
  const [, local = '', host = ''] = /^([^\s@<>()[\],;:\\"]{1,64})@([^\s@]{3,254})$/u.exec(text) ?? []
  const domain = host.replace(/\.$/, '').toLowerCase()
  const labels = domain.split('.')
  const isHost = labels.length > 1 && labels.every((label) => /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u.test(label))
  return isHost && /\p{L}/u.test(labels.at(-1) ?? '') ? `${local}@${domain}` : null
}
