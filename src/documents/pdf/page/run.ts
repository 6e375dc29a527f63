/** Pieces of text where they stand on a page. Coordinates are points, with x to the right along the text and y downwards. */

export interface FontStyle {
  /** As the document has it, without the prefix of a subset; empty where it is not known. */
  name: string
  isBold: boolean
  isItalic: boolean
  isMonospaced: boolean
}

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** A piece of text in one font on one line. */
export interface Run {
  text: string
  left: number
  right: number
  baseline: number
  size: number
  font: FontStyle
  isRightToLeft: boolean
  /** The piece of marked content that it belongs to, as the structure tree names it. */
  mark: string | null
  /** Marked as no part of the content: a running head, a page number, a decoration. */
  isArtifact: boolean
  href: string | null
  /** 1 for a raised run, -1 for a lowered one. */
  shift: -1 | 0 | 1
  /** Part of a formula, in which raised numbers are no marks of notes. */
  isFormula?: boolean
}

export const plainFont: FontStyle = { name: '', isBold: false, isItalic: false, isMonospaced: false }

/** A line of a drawing, or a thin rectangle: horizontal or vertical, without thickness. */
export interface Rule {
  isVertical: boolean
  /** Where it stands: x of a vertical rule, y of a horizontal one. */
  at: number
  from: number
  to: number
}

export interface LinkArea extends Box {
  href: string
}

/** Widths of the characters from the blank to `~` in Helvetica, in hundredths of an em; only their relations count. */
const widths = [
  28, 28, 36, 56, 56, 89, 67, 19, 33, 33, 39, 58, 28, 33, 28, 28, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 28, 28, 58,
  58, 58, 56, 102, 67, 67, 72, 72, 67, 61, 78, 72, 28, 50, 67, 56, 83, 72, 78, 67, 78, 72, 67, 61, 72, 67, 94, 67, 67,
  61, 28, 28, 28, 47, 56, 33, 56, 56, 50, 56, 56, 28, 56, 56, 22, 22, 50, 22, 83, 56, 56, 56, 56, 33, 50, 28, 56, 50,
  72, 50, 50, 50, 33, 26, 33, 58,
]

function widthOf(char: string): number {
  const code = char.charCodeAt(0)
  return widths[code - 32] ?? (code >= 0x1100 && code < 0xfb00 ? 100 : 56)
}

/** Where each character of a run begins, and where the last one ends, by usual widths; in the order of the text. */
export function charEdges({ text, left, right, size, font, isRightToLeft }: Run): number[] {
  const edges = [0]
  let sum = 0
  const blank = font.isMonospaced ? 0 : blankBetweenNumbers(text, (right - left) / size)
  for (const char of text.split('')) {
    sum += font.isMonospaced ? 1 : (char === ' ' && blank) || widthOf(char)
    edges.push(sum)
  }
  const scale = sum > 0 ? (right - left) / sum : 0
  return edges.map((edge) => (isRightToLeft ? right - edge * scale : left + edge * scale))
}

/** Numbers are as wide as they are: what stretches a run of them are its blanks. Zero for other text. */
function blankBetweenNumbers(text: string, width: number): number {
  if (!/^[\d.,%$€£+–-]+(?: [\d.,%$€£+–-]+)+$/.test(text)) return 0
  const blanks = text.split(' ').length - 1
  const numbers = text.split('').reduce((sum, char) => sum + (char === ' ' ? 0 : widthOf(char)), 0)
  return Math.max(0, (width * 100 - numbers) / blanks)
}

/** The run as two, before and from the character `at`, without blanks at the cut; edges as `charEdges` gives them. */
export function splitRun(run: Run, at: number, edges = charEdges(run)): [Run, Run] {
  const first = run.text.slice(0, at).trimEnd()
  const second = run.text.slice(at).trimStart()
  const endOfFirst = edges[first.length] ?? run.right
  const startOfSecond = edges[run.text.length - second.length] ?? run.left
  return run.isRightToLeft
    ? [
        { ...run, text: first, left: endOfFirst },
        { ...run, text: second, right: startOfSecond },
      ]
    : [
        { ...run, text: first, right: endOfFirst },
        { ...run, text: second, left: startOfSecond },
      ]
}
