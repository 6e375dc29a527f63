/** Cuts long texts into pieces that a browser lays out quickly. */

export interface TextPiece {
  /** Where it starts in the whole text. */
  offset: number
  text: string
}

const sourceChars = 16_000

/** Pieces of a source, cut at line ends where there are any; joined they are the whole. */
export function cutSource(text: string, chars = sourceChars): TextPiece[] {
  const pieces: TextPiece[] = []
  for (let offset = 0; offset < text.length; ) {
    const end = endOfPiece(text, offset, chars)
    pieces.push({ offset, text: text.slice(offset, end) })
    offset = end
  }
  return pieces
}

function endOfPiece(text: string, offset: number, chars: number): number {
  const limit = offset + chars
  if (limit >= text.length) return text.length
  const line = text.lastIndexOf('\n', limit)
  if (line > offset) return line + 1
  const isInPair = (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800
  return isInPair ? limit - 1 : limit
}

const markdownChars = 60_000

/** Pieces of markdown that can be rendered by themselves: cut at blank lines outside of fenced code, as near to `chars` as they come. */
export function cutMarkdown(text: string, chars = markdownChars): TextPiece[] {
  const pieces: TextPiece[] = []
  let start = 0
  let lastBreak = 0
  let fence: string | null = null
  for (const { offset, line } of linesOf(text)) {
    // A block that is longer than four pieces is cut at a line's end.
    const isDue = offset - start > chars && (lastBreak > start || offset - start > 4 * chars)
    if (isDue) {
      const end = lastBreak > start ? lastBreak : offset
      pieces.push({ offset: start, text: text.slice(start, end) })
      start = end
    }
    fence = fenceAfter(line, fence)
    if (fence === null && line.trim() === '') lastBreak = offset + line.length + 1
  }
  if (start < text.length) {
    pieces.push(...cutSource(text.slice(start), 2 * chars).map((piece) => ({ ...piece, offset: piece.offset + start })))
  }
  return pieces
}

/** Lines up to a length that a line of prose has; the rest of a longer one is the next line. */
export function* linesOf(text: string): Generator<{ offset: number; line: string }> {
  for (let offset = 0; offset < text.length; ) {
    const at = text.indexOf('\n', offset)
    const end = at < 0 ? text.length : at
    const cut = Math.min(end, offset + maxLineChars)
    yield { offset, line: text.slice(offset, cut) }
    offset = cut === end ? end + 1 : cut
  }
}

const maxLineChars = 20_000

/** The fence that is open after a line, or null. @see https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
export function fenceAfter(line: string, open: string | null): string | null {
  const [, marks] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
  if (marks === undefined) return open
  if (open === null) return marks
  const closes = marks[0] === open[0] && marks.length >= open.length && line.trim() === marks
  return closes ? null : open
}
