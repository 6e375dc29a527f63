/** About how many tokens is this text? Exact counts belong to the service; a budget only has to be on the safe side. */

// Characters by how much they cost: letters of words, of other alphabets, and signs that stand for words or syllables.
const ascii = 1 / 3.5
const letter = 1 / 2
const sign = 1.3

export function estimateTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; at++) tokens += costOf(text.charCodeAt(at))
  return Math.ceil(tokens)
}

/** How far into the text the budget goes, in UTF-16 units; never inside a surrogate pair. */
export function fittingLength(text: string, budgetTokens: number): number {
  let tokens = 0
  for (let at = 0; at < text.length; at++) {
    tokens += costOf(text.charCodeAt(at))
    if (tokens > budgetTokens) return at > 0 && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at
  }
  return text.length
}

function costOf(code: number): number {
  if (code < 0x80) return ascii
  return code < 0x0e00 ? letter : sign
}
