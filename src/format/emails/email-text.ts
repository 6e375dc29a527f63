/** Finds e-mail addresses in text by expanding from each `@`, or disguised `@`, in both directions within bounds. Takes linear time. */

import { domainFrom, isUnspaced } from './email-host.ts'

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

/**
 * Converts to ASCII the full-width letters, digits and signs that East Asian keyboards produce: `ｊｏｈｎ＠ｅｘａｍｐｌｅ．ｃｏｍ`. The text keeps its
 * length.
 */
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
    if (isHandle(text, start, end) || isInUrl(text, start) || isRemote(text, local, end)) continue
    found.push({ at: start, sign, address: `${local}@${domain.toLowerCase()}` })
  }
  return found
}

/** True for addresses in account names: `@user@social.example`, `a@b.org@c.org`. */
function isHandle(text: string, start: number, end: number): boolean {
  return text[start - 1] === '@' || text[end] === '@'
}

/** True for addresses in `https://user:secret@host.org/` and `https://host.org/a@b.com/c`. Text after `?` or `#` may be an address. */
function isInUrl(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 300), start)
  const scheme = before.lastIndexOf('://')
  if (scheme < 0) return false
  const rest = before.slice(scheme + 3)
  return !/[?#\s"'<>`,;|()[\]{}]/.test(rest) && !isUnspaced(rest.slice(-1))
}

/** True for `git@github.com:owner/repository`. */
function isRemote(text: string, local: string, end: number): boolean {
  return local === 'git' && /^[:/]\S/.test(text.slice(end, end + 2))
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

/**
 * True if a character may be part of a local part in prose. RFC 5321 also allows `=`, `*`, `&` and more, but in prose they're punctuation.
 */
function isLocalChar(char: string): boolean {
  return localChar.test(char) && !isUnspaced(char)
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

/**
 * Removes leading dots and signs that belong to the sentence. Two dots in a row violate RFC 5321, but mobile carriers use them.
 */
function trimmed(run: string): string {
  const local = run.slice(Math.max(0, run.lastIndexOf('...') + 3 * Number(run.includes('...')))).replace(/^[.'+-]+/, '')
  return local.endsWith('.') || !/[\p{L}\p{N}]/u.test(local) ? '' : local
}
