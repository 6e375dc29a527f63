/** Reads the local part of an e-mail address in text: the part before the `@`. A truncated local part would be another person's address. */

import { hasKnownEnding, isUnspaced } from './email-host.ts'

const localChar = /[\p{L}\p{M}\p{N}._+'-]/u

const maxLocal = 64

/**
 * True if a character may be part of a local part in prose. RFC 5321 also allows `=`, `*`, `&` and more, but in prose they're punctuation.
 */
export function isLocalChar(char: string): boolean {
  return localChar.test(char) && !isUnspaced(char)
}

/**
 * Returns the local part that ends at `end`, as spelled: `first.last+tag`, `name/surname`, `user%host.org`, `first."nick".last`.
 * Letters of scripts without spaces count only if the host is in such a script too. Empty in a path, or beyond 64 characters.
 * @see RFC 5321, 4.1.2 and 4.5.3.1.1
 */
export function localBefore(text: string, end: number): string {
  if (isUnspaced(text.charAt(end - 1))) return unspacedLocal(text, end)
  const start = startOfRun(text, end, isLocalChar)
  const run = text.slice(start, end)
  if (run === '' || run.length > maxLocal) return ''
  const before = text.charAt(start - 1)
  if (before === '"' && run.startsWith('.'))
    return quotedLocal(text.slice(Math.max(0, start - maxLocal), end)) ?? trimmed(run)
  const escaped = before === '%' ? /^[\da-f]{2}/i.exec(run)?.[0] : undefined
  if (escaped) return isLocalChar(String.fromCharCode(Number.parseInt(escaped, 16))) ? '' : trimmed(run.slice(2))
  return before === '/' || before === '%' ? joinedLocal(text, start, end) : trimmed(run)
}

function startOfRun(text: string, end: number, isPart: (char: string, at: number) => boolean): number {
  let start = end
  while (start > 0 && end - start <= maxLocal && isPart(text.charAt(start - 1), start - 1)) start--
  return start
}

/**
 * Removes leading dots and signs, which belong to the sentence before it. Two dots in a row violate RFC 5321, but mobile carriers use them.
 */
function trimmed(run: string): string {
  const local = run.slice(Math.max(0, run.lastIndexOf('...') + 3 * Number(run.includes('...')))).replace(/^[.'+-]+/, '')
  return local.endsWith('.') || !/[\p{L}\p{N}]/u.test(local) ? '' : local
}

/** Joins runs of letters across a slash or a percent sign. Returns only the last run if it directly follows another address or a slash. */
function joinedLocal(text: string, start: number, end: number): string {
  const from = startOfRun(text, end, (char, at) => {
    const isJoint = (char === '/' || char === '%') && at < start && isLocalChar(text.charAt(at - 1))
    return isJoint || isLocalChar(char)
  })
  const joined = text.slice(from, end)
  const before = text.charAt(from - 1)
  if (from === start || before === '@') return trimmed(text.slice(start, end))
  if (isWord.test(joined)) return trimmed(text.slice(start, end))
  const isPath = before === '/' || joined.length > maxLocal || hasKnownEnding(/^[^/%]*/.exec(joined)?.[0] ?? '')
  return isPath ? '' : trimmed(joined)
}

/** `Photo: Jane Doe/jdoe@host.org`, `E-Mail/info@host.org`. */
const isWord = /^\p{Lu}[^/]*\/\p{Ll}[^/]*$/u

function quotedLocal(window: string): string | undefined {
  return /(?<![\p{L}\p{M}\p{N}._+'-])(?:[\p{L}\p{M}\p{N}_+'-]+\.)+"[^"\s\\@<>]+"\.[\p{L}\p{M}\p{N}._+'-]+$/u.exec(
    window,
  )?.[0]
}

/** In these scripts, a sentence's words may touch an address. A run in such a script is a local part only if the host is in one too. */
function unspacedLocal(text: string, end: number): string {
  if (!isUnspaced(text.charAt(end + 1))) return ''
  const start = startOfRun(text, end, (char) => localChar.test(char))
  return end - start > maxUnspaced ? '' : trimmed(text.slice(start, end))
}

const maxUnspaced = 16
