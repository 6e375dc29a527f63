/** Recognizes copies of a string (equal, truncated or labeled), and chooses the complete one. */

/** Shorter strings are truncated copies only if they end with an ellipsis. */
const minStemLength = 10
const ellipsis = /\s*(?:…|\.{3})$/u
/** Shorter copies with a space between them may be a name such as "Pizza Pizza". */
const minSpacedCopyLength = 12
/** Maximum number of pieces of a string to compare. A name has only a few. */
const maxPieces = 16

export function isClipped(text: string): boolean {
  return ellipsis.test(text)
}

/** True if `text` ends with an ellipsis and is the start of `whole`. Equal strings aren't truncated copies. */
export function isClippedCopy(text: string, whole: string): boolean {
  const stem = text.replace(ellipsis, '')
  return isClipped(text) && stem !== '' && whole.length > stem.length && startsWith(whole, stem)
}

/** True if one text equals the other, or is a truncated copy of it. */
export function isCopy(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase() || isClippedCopy(one, other) || isClippedCopy(other, one)
}

/** The complete one of two copies; null if they aren't copies of the same text. */
export function wholeOfCopies(one: string, other: string): string | null {
  if (one.toLowerCase() === other.toLowerCase()) return one
  if (isClippedCopy(one, other)) return other
  if (isClippedCopy(other, one)) return one
  // A screen reader's label precedes the text: "Product: Blue mug".
  if (isLabelled(one, other)) return other
  if (isLabelled(other, one)) return one
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= minStemLength && startsWith(long, short) ? long : null
}

/**
 * The text of the pieces without repeated copies. The pieces are the text nodes of one line, so a copy ends where a node ends. `line` is
 * their text with the spaces between them, which is returned if there are no copies.
 */
export function withoutCopies(pieces: string[], line: string): string {
  return wholeOfPieces(pieces.slice(0, maxPieces).map((piece) => piece.trim())) ?? wholeOfHalves(line) ?? line
}

function wholeOfPieces(pieces: string[]): string | null {
  for (let at = 1; at < pieces.length; at++) {
    const first = pieces.slice(0, at).join(' ')
    const rest = pieces.slice(at)
    const second = wholeOfPieces(rest) ?? rest.join(' ')
    if (first.length < minSpacedCopyLength && !/\s|[….]$/u.test(first) && isEmphasis(pieces)) continue
    const whole = wholeOfCopies(first, second)
    if (whole !== null) return whole
  }
  return null
}

// Without other evidence, two equal words are more often a name than two copies.
function isEmphasis(pieces: string[]): boolean {
  return pieces.length === 2 && pieces[0] === pieces[1] && (pieces[0]?.length ?? 0) < 6
}

function wholeOfHalves(line: string): string | null {
  for (const gap of [0, 1]) {
    const length = (line.length - gap) / 2
    if (!Number.isInteger(length) || length < minSpacedCopyLength) continue
    const half = line.slice(0, length)
    if (line.slice(length + gap) === half && line.slice(length, length + gap).trim() === '' && /\s/.test(half))
      return half
  }
  return null
}

function isLabelled(text: string, content: string): boolean {
  return text.endsWith(content) && /^[^:：]{1,40}[:：]\s*$/u.test(text.slice(0, -content.length))
}

function startsWith(text: string, start: string): boolean {
  return text.slice(0, start.length).toLowerCase() === start.toLowerCase()
}
