/** Splits a string into lines with their positions. */

export interface Line {
  /** Start, in UTF-16 units. */
  start: number
  /** End, before the newline. */
  end: number
  /** Width of the white space before the line's text, in columns. */
  indent: number
  /** The line without surrounding white space. */
  text: string
}

/** Quote, list and task markers, and white space, at the start of a line. */
export const containerMarks =
  /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)(?:[ \t]+\[[ xX]\](?=[ \t]))?|\d{1,9}[.)](?=[ \t]|$))){0,100}[ \t]*/
/** The same for a line of code, whose white space is kept. */
export const codeMarks = /^[ \t>]*/

export function* linesFrom(whole: string, from = 0): Generator<Line> {
  for (let start = from; start < whole.length; ) {
    const newline = whole.indexOf('\n', start)
    const end = newline < 0 ? whole.length : newline
    const line = whole.slice(start, end)
    yield { start, end, indent: indentOf(line), text: line.trim() }
    start = end + 1
  }
}

/** A tab advances to the next multiple of four columns. */
function indentOf(line: string): number {
  let columns = 0
  for (let at = 0; ; at++) {
    const code = line.charCodeAt(at)
    if (code === 32) columns++
    else if (code === 9) columns += 4 - (columns % 4)
    else return columns
  }
}
