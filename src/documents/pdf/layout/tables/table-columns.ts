/** Finds the column gaps of a table without rules. */

import type { Box } from '../../page/geometry.ts'
import { charEdges, type Run, splitRun } from '../../page/run.ts'
import { lineOf, type PdfLine } from '../line.ts'

export interface Gutter {
  from: number
  to: number
}

/** Returns the column that contains the middle of a line or a table. */
export function columnAt({ left, right }: Box, gutters: readonly Gutter[]): number {
  return gutters.filter(({ from, to }) => (from + to) / 2 < (left + right) / 2).length
}

/** Returns the gaps that almost no row crosses. Lines that span several columns cross them. */
export function tableColumnsOf(rows: readonly (readonly PdfLine[])[]): Gutter[] {
  const shared = rows.filter((own) => own.length > 1)
  const lines = shared.flat()
  const edges = lines
    .flatMap(({ left, right, size }) => [
      { x: left, step: 1 },
      { x: Math.max(left, right - size * 0.1), step: -1 },
    ])
    .sort((a, b) => a.x - b.x || b.step - a.step)
  const max = Math.floor(shared.length * 0.12)
  const size = shared[0]?.[0]?.size ?? 10
  const gutters: Gutter[] = []
  let open = 0
  for (const [at, { x, step }] of edges.entries()) {
    open += step
    const next = edges[at + 1]
    if (open > max || !next || next.x - x <= 0) continue
    const last = gutters.at(-1)
    if (last && last.to === x) last.to = next.x
    else gutters.push({ from: x, to: next.x })
  }
  return gutters.filter(({ from, to }) => {
    const middle = (from + to) / 2
    const isBetween = lines.some(({ right }) => right <= middle + 1) && lines.some(({ left }) => left >= middle - 1)
    return to - from >= size * 0.25 && isBetween
  })
}

/** Returns the columns that a line extends into by more than a small margin. */
export function columnsAt({ left, right }: PdfLine, gutters: readonly Gutter[]): number[] {
  const starts = [Number.NEGATIVE_INFINITY, ...gutters.map(({ to }) => to)]
  const endOf = (at: number) => gutters[at]?.from ?? Number.POSITIVE_INFINITY
  return starts.flatMap((start, at) => (Math.min(right, endOf(at)) - Math.max(left, start) > 2 ? at : []))
}

/** Joins columns that are parts of one: a name that is aligned left and its values aligned right, and the groups of long numbers. */
export function joinParts(gutters: readonly Gutter[], rows: readonly (readonly PdfLine[])[]): Gutter[] {
  const [head = -1] = rows.flatMap((lines, at) => (lines.length > 0 ? at : []))
  const filled = Array.from({ length: gutters.length + 1 }, () => new Set<number>())
  for (const [at, lines] of rows.entries()) for (const line of lines) filled[columnAt(line, gutters)]?.add(at)
  const named = gutters.filter((_, at) => {
    const [one, other] = [filled[at] as Set<number>, filled[at + 1] as Set<number>]
    const isHead = (rowsOf: Set<number>) => rowsOf.size === 1 && rowsOf.has(head)
    if (isHead(one) === isHead(other) || one.size + other.size < rows.length * 0.6) return true
    if ([...one].some((row) => other.has(row))) return true
    for (const row of one) other.add(row)
    return false
  })
  return joinGroups(named, rows)
}

/** Minimum gap between the words of two cells, in ems. */
const narrowestGap = 0.42

/** Leaves out gaps that only separate the groups of long numbers, such as account numbers, in a few rows. */
function joinGroups(gutters: readonly Gutter[], rows: readonly (readonly PdfLine[])[]): Gutter[] {
  const counts = new Map<number, number>()
  const pairs = rows.flatMap((lines) => lines.slice(1).map((line, n) => [lines[n] ?? line, line] as const))
  for (const [left, right] of pairs) {
    const column = columnAt(left, gutters)
    const isNear = right.left - left.right < right.size * narrowestGap
    const count = isNear && /\d$/.test(left.text) && /^\d/.test(right.text) ? 1 : Number.POSITIVE_INFINITY
    if (columnAt(right, gutters) === column + 1) counts.set(column, (counts.get(column) ?? 0) + count)
  }
  const max = Math.max(1, rows.length * 0.4)
  const filled = rows.map((lines) => new Set(lines.map((line) => columnAt(line, gutters))))
  const isAlone = (one: number, other: number) => filled.some((own) => own.has(one) && !own.has(other))
  // Columns such as debit and credit each have numbers where the other has none.
  const areApart = (at: number) => isAlone(at, at + 1) && isAlone(at + 1, at)
  return gutters.filter((_, at) => (counts.get(at) ?? Number.POSITIVE_INFINITY) > max || areApart(at))
}

/** Splits a line at gaps wider than a space, between numbers, and at `ends`, the aligned right ends of other lines. */
export function cutAtGaps(line: PdfLine, ends: readonly number[] = []): PdfLine[] {
  if (line.isRightToLeft) return [line]
  const width = line.size * (line.isMonospaced || line.runs[0]?.font.hasWideSpaces ? 0.75 : narrowestGap)
  const parts: Run[][] = [[]]
  for (const run of line.runs) {
    const last = parts.at(-1)?.at(-1)
    if (last && run.left - last.right > width) parts.push([])
    let rest = run
    for (const piece of piecesOf(run, width, ends)) {
      const [first, second] = splitRun(rest, piece - (run.text.length - rest.text.length))
      parts.at(-1)?.push(first)
      parts.push([])
      rest = second
    }
    parts.at(-1)?.push(rest)
  }
  return parts.length === 1 ? [line] : parts.map(lineOf)
}

const nearEnd = 2
const minAligned = 3

/** Returns the positions where many lines end, or where words end at the right edge of a column close to the next column. */
export function alignedEnds(rows: readonly { lines: readonly PdfLine[] }[]): number[] {
  const min = Math.max(minAligned, rows.length * 0.25)
  const lines = rows.flatMap((row) => row.lines)
  const ends = lines.map(({ right }) => right)
  const counts = Map.groupBy(ends, (right) => Math.round(right / nearEnd))
  const words = Map.groupBy(
    lines.flatMap((line) => line.runs.flatMap(wordsBeforeBlanks)),
    ({ right, next }) => `${Math.round(right)} ${Math.round(next)}`,
  )
  const isColumn = (same: { left: number }[]) =>
    same.length > minAligned && same.length >= rows.length * 0.8 && new Set(same.map(({ left }) => left)).size > 1
  return [
    ...[...counts.values()].flatMap((same) => (same.length >= min ? (same[0] ?? []) : [])),
    ...[...words.values()].flatMap((same) => (isColumn(same) ? (same[0]?.right ?? []) : [])),
  ]
}

/** Returns the words that another word follows, and where it starts. */
function wordsBeforeBlanks(run: Run): { left: number; right: number; next: number }[] {
  const edges = charEdges(run)
  return Array.from(run.text.matchAll(/(\S+)\s+(?=\S)/g), ({ index, 0: all, 1: word = '' }) => {
    const [left = 0, right = 0, next = 0] = [0, word.length, all.length].map((at) => edges[index + at])
    return { left: Math.round(left), right, next }
  })
}

const numberBefore = /(?:^|\s)[\d.,%$€£+–-]*\d[\d.,%]*$/
/** True for two numbers with a space between them, unless the space separates groups of three digits. */
const isNumberPair = (text: string, at: number, end: number) =>
  numberBefore.test(text.slice(0, at)) &&
  /^[$€£(+–-]?\d/.test(text.slice(end)) &&
  !(/^\d{3}(?!\d)/.test(text.slice(end)) && /(?<!\d)\d{1,3}$/.test(text.slice(0, at)))

/** Returns the indexes of the words of a run that start after a wide gap, or after another number. */
function piecesOf(run: Run, width: number, ends: readonly number[]): number[] {
  const edges = charEdges(run)
  return Array.from(run.text.matchAll(/(?<=\S)\s+(?=\S)/g)).flatMap(({ 0: { length }, index }) => {
    const end = edges[index] ?? 0
    const isCut = (edges[index + length] ?? 0) - end > width || ends.some((x) => Math.abs(x - end) < nearEnd)
    return isCut || isNumberPair(run.text, index, index + length) ? [index + length] : []
  })
}
