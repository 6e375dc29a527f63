/** Recognizes copies of a string: equal, or truncated with an ellipsis. */

const ellipsis = /\s*(?:…|\.{3})$/u

/** True if the text ends in an ellipsis. */
export function isClipped(text: string): boolean {
  return ellipsis.test(text)
}

/** True if `text` ends in an ellipsis and is the start of `whole`. Equal strings aren't truncated copies. */
export function isClippedCopy(text: string, whole: string): boolean {
  const stem = text.replace(ellipsis, '').toLowerCase()
  return isClipped(text) && stem !== '' && whole.length > stem.length && whole.toLowerCase().startsWith(stem)
}

/** True if one text equals the other, or is a truncated copy of it. */
export function isCopy(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase() || isClippedCopy(one, other) || isClippedCopy(other, one)
}
