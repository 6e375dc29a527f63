/** Finds e-mail addresses in text: at each `@`, or disguise of one, the address is extended to both sides within bounds. Linear on any text. */

import { domainFrom, isLocalChar, localBefore } from './email-parts.ts'

/** An address and its offset in the text, in UTF-16 units. */
export interface EmailMatch {
  at: number
  address: string
}

/** Addresses as they are spelled, their hosts in lower case; first those with an `@`. */
export function findAddresses(text: string): EmailMatch[] {
  return [...findPlain(text), ...disguises.flatMap((disguise) => findDisguised(text, disguise))]
}

const atSign = /[@＠]/g

function findPlain(text: string): EmailMatch[] {
  const found: EmailMatch[] = []
  for (const { index } of text.matchAll(atSign)) {
    const run = localBefore(text, index)
    const domain = run === '' ? null : domainFrom(text, index + 1)
    if (!domain) continue
    const end = index + 1 + domain.length
    // Emphasis in Markdown: `_name@host.org_`.
    const local = text[end] === '_' ? run.replace(/^_[.'+-]*/, '') : run
    const start = index - local.length
    if (isHandle(text, start, end) || isUserInfo(text, start) || isRemote(text, local, end)) continue
    found.push({ at: start, address: `${local}@${domain.toLowerCase()}` })
  }
  return found
}

/** `@user@social.example`, `a@b.org@c.org`: names of accounts. */
function isHandle(text: string, start: number, end: number): boolean {
  return /[@＠]/.test(text.charAt(start - 1) + text.charAt(end))
}

/** `https://user:secret@host.org/`. */
function isUserInfo(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 300), start)
  const scheme = before.lastIndexOf('://')
  return scheme >= 0 && !/[/?#\s"'<>]/.test(before.slice(scheme + 3))
}

/** `git@github.com:owner/repository`. */
function isRemote(text: string, local: string, end: number): boolean {
  return local === 'git' && /^[:/]\S/.test(text.slice(end, end + 2))
}

interface Disguise {
  /** What a text must contain: most hold no disguise, and a sign without spaces around it is found quickly. */
  mark: RegExp
  at: RegExp
  /** What separates the labels of the host. */
  dots: string
  /** What the host must contain, to distinguish an address from a sentence: "meet at example dot com" is a sentence. */
  proof: RegExp
}

const dotInBrackets = '[\\[({]\\s{0,3}(?:dot|d0t|punkt|punto|ponto|point|\\.)\\s{0,3}[\\])}]'
const bracketedDot = `\\s{0,3}${dotInBrackets}\\s{0,3}`
const hasBracketedDot = new RegExp(dotInBrackets, 'i')

const disguises: Disguise[] = [
  {
    mark: /[[({]\s{0,3}(?:@|at|ät|arroba)\s{0,3}[\])}]/iu,
    at: /\s{0,3}[[({]\s{0,3}(?:@|at|ät|arroba)\s{0,3}[\])}]\s{0,3}/giu,
    dots: `${bracketedDot}|\\s{1,3}dot\\s{1,3}|\\.`,
    proof: /./,
  },
  { mark: hasBracketedDot, at: /\s{1,3}at\s{1,3}/giu, dots: `${bracketedDot}|\\.`, proof: hasBracketedDot },
  { mark: /\sDOT\s/, at: /\s{1,3}AT\s{1,3}/gu, dots: '\\s{1,3}DOT\\s{1,3}|\\.', proof: /\sDOT\s/ },
  { mark: /_dot_/i, at: /_at_/giu, dots: '_dot_|\\.', proof: /_dot_/i },
  { mark: /-dot-/i, at: /-at-/giu, dots: '-dot-|\\.', proof: /-dot-/i },
]

// The hyphen of `-dot-` is no part of a label.
const label = '(?:(?!-dot-)[\\p{L}\\p{M}\\p{N}-]){1,63}'

function findDisguised(text: string, { mark, at, dots, proof }: Disguise): EmailMatch[] {
  const found: EmailMatch[] = []
  if (!mark.test(text)) return found
  const flags = at.ignoreCase ? 'iuy' : 'uy'
  const host = new RegExp(`${label}(?:(?:${dots})${label}){1,8}`, flags)
  const dot = new RegExp(dots, at.ignoreCase ? 'giu' : 'gu')
  const dotAtEnd = new RegExp(`(?:${dots})$`, at.ignoreCase ? 'iu' : 'u')
  for (const match of text.matchAll(at)) {
    host.lastIndex = match.index + match[0].length
    const written = host.exec(text)?.[0] ?? ''
    if (!proof.test(written)) continue
    const local = disguisedLocal(text, match.index, dotAtEnd)
    const domain = domainFrom(written.replace(dot, '.'), 0)?.toLowerCase()
    const isShouted = !at.ignoreCase && !/\p{Ll}/u.test(local + written)
    if (local !== '' && domain && !isShouted) found.push({ at: match.index, address: `${local}@${domain}` })
  }
  return found
}

/** The local part before a disguised at sign, its dots restored: `first [dot] last`. Empty when there is none. */
function disguisedLocal(text: string, end: number, dotAtEnd: RegExp): string {
  const parts: string[] = []
  let at = end
  for (let length = 0; length <= 64; ) {
    const part = localBefore(text, at)
    if (part === '') return ''
    parts.unshift(part)
    length += part.length + 1
    at -= part.length
    const before = text.slice(Math.max(0, at - 24), at)
    const dot = isLocalChar(before.slice(-1)) ? null : dotAtEnd.exec(before)
    if (!dot) return parts.join('.')
    at -= dot[0].length
  }
  return ''
}
