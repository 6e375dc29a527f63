/** Handles parts of markdown whose meaning changes when they touch. */

/**
 * Returns a part that can follow others without a space. Escapes it if it would complete their link, list marker or character reference.
 */
export function keptApart(parts: readonly string[], markdown: string): string {
  const first = markdown.charAt(0)
  if (first === '(') return parts.at(-1)?.endsWith(']') ? `\\${markdown}` : markdown
  if (first === '.' || first === ')') return onlyDigits.test(endOf(parts)) ? `\\${markdown}` : markdown
  const end = referenceEnd.exec(markdown)?.[0]
  if (end !== undefined && referenceStart.test(endOf(parts)))
    return `${end.slice(0, -1)}\\${markdown.slice(end.length - 1)}`
  return markdown
}

const onlyDigits = /(?:^|\n)\d{1,9}$/
const referenceEnd = /^#?\w{0,31};/
const referenceStart = /(?<!\\)&#?\w{0,31}$/

/** True if delimiters close after punctuation, so that a word directly after them would prevent them from closing. */
export function endsInPunctuation(parts: readonly string[]): boolean {
  return punctuationEnd.test(endOf(parts))
}

const punctuationEnd = /(?:\\[*_~]|[^\p{L}\p{N}\s*_~])(?:[*_]|~~)+$|[*_]~~$/u

/** Returns enough of the last characters to recognize a list marker or a reference. */
function endOf(parts: readonly string[]): string {
  let end = ''
  for (let at = parts.length - 1; at >= 0 && end.length < 40; at--) end = parts[at] + end
  return end.slice(-40)
}
