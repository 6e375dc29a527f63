/** Reads the host of an e-mail address in text: the part after the `@`. Checks that it is a plausible host. */

import { parse } from 'tldts'

// Scripts written without spaces, where other words may touch an address.
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const hostChar = /[\p{L}\p{M}\p{N}-]/u

const maxHost = 253

export function isUnspaced(char: string): boolean {
  return unspaced.test(char)
}

/** Returns the host that starts at `start`, as spelled; null if its last labels aren't a known public suffix. @see RFC 1035, 2.3.4 */
export function domainFrom(text: string, start: number): string | null {
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
