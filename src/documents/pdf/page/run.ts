/** Runs: pieces of text with their positions on a page. Coordinates are in points: x runs along the text, and y points down. */

import type { Box } from './geometry.ts'

export interface FontStyle {
  /** As in the document, without the subset prefix. Empty if unknown. */
  name: string
  isBold: boolean
  isItalic: boolean
  isMonospaced: boolean
  /** True in a document with mostly monospaced text, where the font doesn't indicate code. */
  hasWideSpaces?: boolean
}

export interface Run {
  text: string
  left: number
  right: number
  baseline: number
  size: number
  font: FontStyle
  isRightToLeft: boolean
  /** Distances from the left edge to the start of each character and the end of the last one, if known. */
  edges?: readonly number[]
  /** Structure-tree id of the marked content that it belongs to. */
  mark: string | null
  /** True if it is marked as something other than content, such as a running head, a page number or a decoration. */
  isArtifact: boolean
  href: string | null
  /** 1 for a superscript run, -1 for a subscript run. */
  shift: -1 | 0 | 1
  /** Position on the page of the baseline of turned text on an upright page. */
  onPage?: Box
  comments?: readonly PdfComment[] | undefined
  /** True in a formula, where superscript numbers aren't note references. */
  isFormula?: boolean
}

/** A comment as represented in pdf.js: its author and its text. */
export interface PdfComment {
  titleObj?: { str?: string }
  contentsObj?: { str?: string }
}

export const plainFont: FontStyle = { name: '', isBold: false, isItalic: false, isMonospaced: false }

/** A horizontal or vertical line, drawn as a line or a thin rectangle. Its thickness is ignored. */
export interface Rule {
  isVertical: boolean
  /** Position: x of a vertical rule, y of a horizontal one. */
  at: number
  from: number
  to: number
}

/** Returns the start of each character of a run and the end of the last one, in text order. Estimates these positions if necessary. */
export function charEdges({ text, left, right, isRightToLeft, edges: known }: Run): number[] {
  if (known?.length === text.length + 1) return known.map((edge) => left + edge)
  const width = (right - left) / Math.max(1, text.length)
  return Array.from({ length: text.length + 1 }, (_, at) => (isRightToLeft ? right - at * width : left + at * width))
}

/** Splits the run before the character `at`, and drops the spaces at the split. `edges`: the result of `charEdges`. */
export function splitRun(run: Run, at: number, edges = charEdges(run)): [Run, Run] {
  const first = { ...run, text: run.text.slice(0, at).trimEnd(), comments: undefined }
  const second = { ...run, text: run.text.slice(at).trimStart() }
  const end = edges[first.text.length] ?? run.right
  const start = edges[run.text.length - second.text.length] ?? run.left
  if (run.isRightToLeft) {
    return [
      { ...first, left: end },
      { ...second, right: start },
    ]
  }
  return [
    { ...first, right: end, edges: edges.slice(0, first.text.length + 1).map((x) => x - run.left) },
    { ...second, left: start, edges: edges.slice(-second.text.length - 1).map((x) => x - start) },
  ]
}

/** Returns the height of the middle of small letters. */
export const middleOf = ({ baseline, size }: Pick<Run, 'baseline' | 'size'>): number => baseline - size * 0.3

/** True if the middle of a run is in a box. `margin`: how far it may be from the sides. */
export function isRunInside(run: Run, { left, right, top, bottom }: Box, margin = 0): boolean {
  const [x, y] = [(run.left + run.right) / 2, middleOf(run)]
  return y > top && y < bottom && x > left - margin && x < right + margin
}

export const areRightToLeft = (all: readonly { isRightToLeft: boolean }[]): boolean =>
  all.filter((one) => one.isRightToLeft).length > all.length / 2

export const charsIn = (texts: readonly { text: string }[]): number =>
  texts.reduce((sum, { text }) => sum + text.length, 0)

/** Returns text in lower case without spaces and signs, to compare texts from different places in a document. */
export const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Returns the value with the largest sum of weights; null if there are no values. */
export function modeOf<Value>(weighed: Iterable<readonly [Value, number]>): Value | null {
  const sums = new Map<Value, number>()
  for (const [value, weight] of weighed) sums.set(value, (sums.get(value) ?? 0) + weight)
  let [found, most]: [Value | null, number] = [null, 0]
  for (const [value, sum] of sums) if (sum > most) [found, most] = [value, sum]
  return found
}
