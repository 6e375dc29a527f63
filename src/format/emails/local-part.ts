/** Reads the local part of an e-mail address in text: the part before the `@`. A truncated one would be another person's address. */

import { isUnspaced } from './email-host.ts'

const localChar = /[\p{L}\p{M}\p{N}._+'-]/u

const maxLocal = 64

/**
 * True if a character may be part of a local part in prose. RFC 5321 also allows `=`, `*`, `&` and more, but in prose they're punctuation.
 */
export function isLocalChar(char: string): boolean {
  return localChar.test(char) && !isUnspaced(char)
}

/** Returns the local part that ends at `end`, as spelled: `first.last+tag`. Empty in a path, or if it exceeds 64 characters. */
export function localBefore(text: string, end: number): string {
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

/** The first two characters may be the rest of an escaped space or colon: `%20joe`. */
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
