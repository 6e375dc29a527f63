/** The lines of a text with their places. */

export interface Line {
  /** Where it starts, in UTF-16 units. */
  start: number
  /** Where it ends, before the newline. */
  end: number
  /** Columns of white space before its text. */
  indent: number
  /** Without the white space around it. */
  text: string
}

export function* linesFrom(whole: string, from = 0): Generator<Line> {
  for (let start = from; start < whole.length; ) {
    const newline = whole.indexOf('\n', start)
    const end = newline < 0 ? whole.length : newline
    const line = whole.slice(start, end)
    yield { start, end, indent: indentOf(line), text: line.trim() }
    start = end + 1
  }
}

/** A tab goes on to the next multiple of four columns. */
function indentOf(line: string): number {
  let columns = 0
  for (const sign of line) {
    if (sign === ' ') columns++
    else if (sign === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}
