/** Finds the column gaps of a table without rules. */

import { charEdges, splitRun } from '../../page/run.ts'
import { lineOf, type PdfLine } from '../line.ts'

export interface Gutter {
  from: number
  to: number
}

/** Returns the column that contains the middle of a line. */
export function widthAt({ left, right }: PdfLine, gutters: readonly Gutter[]): number {
  return gutters.filter(({ from, to }) => (from + to) / 2 < (left + right) / 2).length
}

/** Returns the gaps that almost no row crosses. Lines that span several columns cross them. */
export function tableColumnsOf(rows: readonly (readonly PdfLine[])[]): Gutter[] {
  const shared = rows.filter((lines) => lines.length > 1)
  const edges = shared
    .flat()
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
  const wide = gutters.filter(({ from, to }) => to - from >= size * 0.25)
  return wide.filter((gutter) => partsCells(gutter, shared))
}

/** True if the gutter has cells on both sides in some rows, and at least one row has two cells with only the gutter between them. */
function partsCells({ from, to }: Gutter, rows: readonly (readonly PdfLine[])[]): boolean {
  const middle = (from + to) / 2
  const left = rows.filter((lines) => lines.some((line) => line.right <= middle + 1)).length
  const right = rows.filter((lines) => lines.some((line) => line.left >= middle - 1)).length
  return left >= 1 && right >= 1
}

/** Minimum number of rows needed to compare their words. */
const minRows = 4
/** Maximum number of rows to compare. */
const maxRows = 400
const near = 2.5

/** Splits lines where words are aligned in most rows, even if the gap before them is only as wide as a space. */
export function alignedWords(lines: readonly PdfLine[], rows: readonly { lines: readonly PdfLine[] }[]): PdfLine[] {
  if (rows.length < minRows) return [...lines]
  const cuts = cutsOf(rows)
  return lines.flatMap((line) => cutAt(line, cuts)).flatMap((line) => cutBehind(line, numberEndsOf(rows)))
}

const cutsOfRows = new WeakMap<readonly unknown[], number[]>()

function cutsOf(rows: readonly { lines: readonly PdfLine[] }[]): number[] {
  const known = cutsOfRows.get(rows)
  if (known) return known
  const words = rows.slice(0, maxRows).flatMap(({ lines }) => lines.flatMap(laterWords))
  words.sort((a, b) => a.left - b.left)
  const cuts: number[] = []
  for (let from = 0; from < words.length; ) {
    let to = from
    while (to < words.length && (words[to]?.left ?? 0) - (words[from]?.left ?? 0) <= near) to++
    const group = words.slice(from, to)
    const isColumn =
      group.length >= Math.max(minRows, Math.min(rows.length, maxRows) * 0.4) && (varies(group) || begins(group, rows))
    if (isColumn) cuts.push(words[from]?.left ?? 0)
    from = isColumn ? to : from + 1
  }
  cutsOfRows.set(rows, cuts)
  return cuts
}

interface LaterWord {
  left: number
  /** Start of the previous word. */
  start: number
  end: number
}

/** Returns the words of a line after the first one. */
function laterWords({ runs, isRightToLeft }: PdfLine): LaterWord[] {
  if (isRightToLeft) return []
  const words = runs.flatMap((run) => {
    const edges = charEdges(run)
    return Array.from(run.text.matchAll(/\S+/g), ({ 0: word, index }) => ({
      left: edges[index] ?? run.left,
      right: edges[index + word.length] ?? run.right,
    }))
  })
  return words.slice(1, 60).map(({ left }, at) => ({ left, start: words[at]?.left ?? 0, end: words[at]?.right ?? 0 }))
}

/** True if the preceding words start and end at different positions, which means that these words are aligned deliberately. */
function varies(words: readonly LaterWord[]): boolean {
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  const ends = spread(words.map(({ end }) => end))
  const starts = spread(words.map(({ start }) => start))
  return ends > near * 1.6 || (ends < near && starts > near * 1.6)
}

/** True if lines of other rows start where these words do. */
function begins(words: readonly LaterWord[], rows: readonly { lines: readonly PdfLine[] }[]): boolean {
  const x = words[0]?.left ?? 0
  return rows.slice(0, maxRows).some(({ lines }) => lines.some((line, at) => at > 0 && Math.abs(line.left - x) <= near))
}

const endsOfRows = new WeakMap<readonly unknown[], number[]>()

/** Returns the positions at which the right ends of numbers are aligned. */
function numberEndsOf(rows: readonly { lines: readonly PdfLine[] }[]): number[] {
  const known = endsOfRows.get(rows)
  if (known) return known
  const ends = rows
    .slice(0, maxRows)
    .flatMap(({ lines }) => lines.filter(({ text }) => numbers.test(text)))
    .flatMap((line) => [...laterWords(line).map(({ end }) => end), line.right])
    .sort((a, b) => a - b)
  const found: number[] = []
  for (let from = 0; from < ends.length; ) {
    let to = from
    while (to < ends.length && (ends[to] ?? 0) - (ends[from] ?? 0) <= near) to++
    const isColumn = to - from >= Math.max(minRows, Math.min(rows.length, maxRows) * 0.5)
    if (isColumn) found.push(ends[to - 1] ?? 0)
    from = isColumn ? to : from + 1
  }
  endsOfRows.set(rows, found)
  return found
}

const numbers = /^[\d.,%$€£+–-]+(?: [\d.,%$€£+–-]+)*$/

/** Splits the line at spaces that are above or below the right ends of numbers in other rows. */
function cutBehind(line: PdfLine, ends: readonly number[]): PdfLine[] {
  for (const end of ends) {
    if (end <= line.left + 2 || end >= line.right - 2) continue
    for (const [at, run] of line.runs.entries()) {
      const next = line.runs[at + 1]
      if (next && Math.abs(run.right - end) <= near && next.left >= end - near) {
        return [lineOf(line.runs.slice(0, at + 1)), ...cutBehind(lineOf(line.runs.slice(at + 1)), ends)]
      }
      const edges = charEdges(run)
      const blank = Array.from(run.text.matchAll(/\s+/g)).find(({ 0: text, index }) => {
        const [from, to] = [edges[index] ?? 0, edges[index + text.length] ?? 0]
        return from <= end + near && to >= end - near
      })
      if (!blank) continue
      const [first, second] = splitRun(run, blank.index, edges)
      const before = lineOf([...line.runs.slice(0, at), first])
      return [before, ...cutBehind(lineOf([second, ...line.runs.slice(at + 1)]), ends)]
    }
  }
  return [line]
}

function cutAt(line: PdfLine, cuts: readonly number[]): PdfLine[] {
  for (const cut of cuts) {
    if (cut <= line.left + 2 || cut >= line.right) continue
    for (const [at, run] of line.runs.entries()) {
      const isStart = at > 0 && Math.abs(run.left - cut) <= near
      const index = isStart ? 0 : wordAt(run.text, charEdges(run), cut)
      if (index === null) continue
      const [first, second] = isStart ? [null, run] : splitRun(run, index)
      const before = [...line.runs.slice(0, at), ...(first ? [first] : [])]
      return [lineOf(before), ...cutAt(lineOf([second, ...line.runs.slice(at + 1)]), cuts)]
    }
  }
  return [line]
}

/** Returns the index of a word after the first that starts at `x`; null if none does. */
function wordAt(text: string, edges: readonly number[], x: number): number | null {
  for (const { index } of text.matchAll(/(?<=\s)\S/g)) {
    if (Math.abs((edges[index] ?? 0) - x) <= near) return index
  }
  return null
}
