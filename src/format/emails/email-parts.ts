/** The two sides of an e-mail address in text: the local part before the `@`, and the host after it. */

import { parse } from 'tldts'

// Scripts that are written without spaces: the words beside an address touch it.
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const localChar = /[\p{L}\p{M}\p{N}._+'-]/u
const hostChar = /[\p{L}\p{M}\p{N}-]/u

const maxLocal = 64
const maxHost = 253

/** Whether a character may be part of a local part in prose. RFC 5321 allows more, such as `=`, `/`, `*` and `&`, which in prose are punctuation. */
export function isLocalChar(char: string): boolean {
  return localChar.test(char) && !unspaced.test(char)
}

/** The local part that ends at `end`, as spelled; empty when there is none, or one too long. @see RFC 5321, 4.5.3.1.1 */
export function localBefore(text: string, end: number): string {
  let start = end
  while (start > 0 && end - start <= maxLocal && isLocalChar(text.charAt(start - 1))) start--
  if (end - start > maxLocal) return ''
  const run = text.slice(start, end)
  const local = run.slice(run.lastIndexOf('../..') + 1).replace(/^[.'+-]+/, '')
  return local.endsWith('.') || !/[\p{L}\p{N}]/u.test(local) ? '' : local
}

/** The host that starts at `start`, as spelled; null when its last labels are no known public suffix. @see RFC 1035, 2.3.4 */
export function domainFrom(text: string, start: number): string | null {
  let end = start
  for (; end < text.length && end - start <= maxHost; end++) {
    const char = text.charAt(end)
    if (char === '.') {
      if (end === start || !hostChar.test(text.charAt(end + 1))) break
    } else if (!hostChar.test(char)) break
    else if (end > start && unspaced.test(char) && !isHostStart(text.charAt(end - 1))) break
  }
  return end - start > maxHost ? null : withKnownEnding(text.slice(start, end).replace(/-+$/, ''))
}

function isHostStart(before: string): boolean {
  return before === '.' || unspaced.test(before)
}

// Endings that are not in the Public Suffix List: RFC 2606, RFC 6762, and what intranets use.
const privateEndings = new Set(['test', 'example', 'invalid', 'local', 'internal', 'intranet', 'lan', 'corp', 'home'])

function hasKnownEnding(host: string): boolean {
  const labels = host.split('.')
  if (labels.length < 2 || labels.some((label) => !/^(?!-)[^.]{1,63}(?<!-)$/.test(label))) return false
  const { isIcann, domain } = parse(host.toLowerCase(), { validateHostname: false, extractHostname: false })
  return (isIcann === true && domain !== null) || privateEndings.has(labels.at(-1)?.toLowerCase() ?? '')
}

/** A host without a word that touches its end: `x.orgFollow`, `x.org.Next`. Null for names of files: `logo@2x.png`. */
function withKnownEnding(host: string): string | null {
  if (hasKnownEnding(host)) return host
  const shorter = /^.*\p{Ll}(?=\p{Lu}\p{L}*$)/u.exec(host)?.[0] ?? /^.*\p{Ll}(?=\.\p{Lu}[^.]*$)/u.exec(host)?.[0]
  return shorter !== undefined && hasKnownEnding(shorter) ? shorter : null
}

/** A text that is one address, its host in lower case; null for any other text. The host may have any ending. */
export function toAddress(text: string): string | null {
  const [, local = '', host = ''] = /^([^\s@<>()[\],;:\\"]{1,64})@([^\s@]{3,254})$/u.exec(text) ?? []
  const domain = host.replace(/\.$/, '').toLowerCase()
  const labels = domain.split('.')
  const isHost = labels.length > 1 && labels.every((label) => /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u.test(label))
  return isHost && /\p{L}/u.test(labels.at(-1) ?? '') ? `${local}@${domain}` : null
}
