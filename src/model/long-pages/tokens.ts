/** Estimates how many tokens a string takes. Estimates are high, because a budget must hold for every model's tokenizer. */

// Tokens per UTF-16 unit for ASCII, for other alphabets, and for writing systems whose characters represent words or syllables.
const asciiCost = 1 / 3.5
const letterCost = 1 / 2
const syllableCost = 1.3

/** Estimated tokens, rounded up. */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; at++) tokens += costOf(text.charCodeAt(at))
  return Math.ceil(tokens)
}

/** Length in UTF-16 units of the longest prefix within the budget. Never splits a surrogate pair. */
export function fittingLength(text: string, budgetTokens: number): number {
  let tokens = 0
  for (let at = 0; at < text.length; at++) {
    tokens += costOf(text.charCodeAt(at))
    if (tokens > budgetTokens) return at > 0 && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at
  }
  return text.length
}

// U+0E00 starts the Thai block. Most writing systems above it take more than one token per character.
function costOf(code: number): number {
  if (code < 0x80) return asciiCost
  return code < 0x0e00 ? letterCost : syllableCost
}
