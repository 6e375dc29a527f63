/** Finds the reading order of a page: which lines are side by side, as columns or table cells, and which span the page. */

import { type PdfLine, wholeLine } from '../layout/line.ts'
import { alignedRows, alignedTable } from '../layout/tables/aligned-table.ts'
import type { Table } from '../layout/tables/table.ts'
import { columnAt, type Gutter as Gap } from '../layout/tables/table-columns.ts'
import { type Box, enclosingBox } from '../page/geometry.ts'
import { areRightToLeft } from '../page/run.ts'
import type { Contents } from './contents.ts'

/** A table or table of contents already found among the lines. */
type Figure = Table | Contents

/** Lines read from top to bottom, or a figure among them. */
type Region = { kind: 'flow'; lines: PdfLine[]; left: number; right: number } | { kind: 'figure'; figure: Figure }

interface Row {
  top: number
  bottom: number
  lines: PdfLine[]
  figure: Figure | null
  /** Occupied intervals, from left to right. */
  taken: Gap[]
}

type Sides = Pick<Box, 'left' | 'right'>

/** Maximum nesting of columns. */
const deepest = 6
/** Minimum gap between columns, in ems. */
const narrowestGutter = 0.8

/** `lines`: the result of `textLinesOf`. `figures`: the figures found among them. */
export function regionsOf(lines: readonly PdfLine[], figures: readonly Figure[], depth = 0): Region[] {
  const rows = rowsOf(lines, figures)
  const regions: Region[] = []
  let flow: Row[] = []
  const { left, right } = enclosingBox(lines)
  const endFlow = () => {
    regions.push(...flowOf(flow, { left, right }))
    flow = []
  }
  for (let at = 0; at < rows.length; ) {
    const row = rows[at]
    const band = depth < deepest && row ? bandAt(rows, at, at - flow.length) : null
    if (!band) {
      if (row) flow.push(row)
      at++
      continue
    }
    flow.splice(flow.length - (at - band.from))
    endFlow()
    regions.push(...sideBySide(rows.slice(band.from, band.to), band.gutters, { left, right }, depth))
    at = band.to
  }
  endFlow()
  return regions
}

function rowsOf(lines: readonly PdfLine[], figures: readonly Figure[]): Row[] {
  const rows: Row[] = alignedRows(lines).map((row) => ({ ...row, figure: null, taken: [] }))
  for (const figure of figures) rows.push({ top: figure.top, bottom: figure.bottom, lines: [], figure, taken: [] })
  rows.sort((a, b) => a.top - b.top)
  for (const [at, row] of rows.entries()) {
    // Lines in other columns have separate baselines.
    const beside = [-2, -1, 1, 2].flatMap((step) => {
      const other = rows[at + step]
      return other && !other.figure && !row.figure && overlap(row, other) > heightOf(row) * 0.3 ? other.lines : []
    })
    row.taken = [...row.lines, ...beside].map(({ left, right }) => ({ from: left, to: right }))
    for (const { left, right, top, bottom } of figures) {
      if (top < row.bottom && bottom > row.top) row.taken.push({ from: left, to: right })
    }
    row.taken.sort((a, b) => a.from - b.from)
  }
  return rows
}

const overlap = (a: Row, b: Row) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)

function freeOf({ taken }: Row): Gap[] {
  const free: Gap[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const { from, to } of taken) {
    if (from > end) free.push({ from: end, to: from })
    end = Math.max(end, to)
  }
  free.push({ from: end, to: Number.POSITIVE_INFINITY })
  return free
}

function common(a: readonly Gap[], b: readonly Gap[], width: number): Gap[] {
  const found: Gap[] = []
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    const [one, other] = [a[i], b[j]]
    if (!one || !other) break
    const gap = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
    if (gap.to - gap.from >= width) found.push(gap)
    if (one.to < other.to) i++
    else j++
  }
  return found
}

/**
 * Returns the gaps that the rows from `from` to before `to` share, around the row `start`; null if no gap of that row separates enough rows.
 */
function bandAt(rows: readonly Row[], start: number, earliest: number) {
  const first = rows[start]
  if (!first || first.taken.length < 2) return null
  if (first.lines.length > 1 && first.lines.every((line) => line.isMonospaced)) return null
  const size = Math.max(4, first.lines[0]?.size ?? 10)
  const width = size * narrowestGutter
  // The first and the last gap are outside the text.
  let free = freeOf(first)
    .slice(1, -1)
    .filter((gap) => gap.to - gap.from >= width)
  if (free.length === 0) return null
  const sharedBy = (at: number) => common(free, freeOf(rows[at] as Row), width)
  let to = start + 1
  for (; to < rows.length; to++) {
    const next = sharedBy(to)
    if (next.length === 0 || (next.length < free.length && isBelowTable(rows, to, free))) break
    free = next
  }
  to = trimmed(rows, start, to, free)
  const own = free
  let from = start
  while (from > earliest) {
    const next = sharedBy(from - 1)
    if (next.length === 0) break
    free = next
    from--
  }
  from = trimmedAbove(rows, from, start)
  const band = rows.slice(from, to)
  free = rows.slice(from, start).reduce((gaps, row) => common(gaps, freeOf(row), width), own)
  const gutters = free.filter((gap) => partsEnough(band, gap, gap.to - gap.from > size * 2))
  return gutters.length > 0 ? { from, to, gutters } : null
}

/** True for a row that starts a paragraph or list below a table: none of the next rows shares the table's gaps. */
const isBelowTable = (rows: readonly Row[], at: number, gaps: readonly Gap[]) =>
  isApart(rows, at) && !rows.slice(at, at + 12).some((other) => isOnBothSides(other, gaps))

/** True for a row with a gap above. */
function isApart(rows: readonly Row[], at: number): boolean {
  const [before, row] = [rows[at - 1], rows[at]]
  return before !== undefined && row !== undefined && row.top - before.bottom > 0.9 * heightOf(row)
}

/** True if a gutter has lines on both sides: in two rows if the gutter is wide, otherwise in three. */
function partsEnough(band: readonly Row[], gap: Gap, isWide: boolean): boolean {
  const middle = (gap.from + gap.to) / 2
  const left = band.filter(({ taken }) => taken.some(({ to }) => to < middle))
  const isRight = ({ taken }: Row) => taken.some(({ from }) => from > middle)
  const min = isWide ? 2 : 3
  return left.length >= min && band.filter(isRight).length >= min && left.filter(isRight).length >= 2
}

const isOnBothSides = (row: Row, gaps: readonly Gap[]) =>
  gaps.some(({ from, to }) => row.taken.some((one) => one.to <= from) && row.taken.some((one) => one.from >= to))

/** Removes any last rows that belong to the text below, such as headings. The columns at the end of the text may differ in length. */
function trimmed(rows: readonly Row[], start: number, to: number, gutters: readonly Gap[]): number {
  if (!rows[to] && gutters.length < 2) return to
  let last = to - 1
  while (last > start && !isOnBothSides(rows[last] as Row, gutters)) last--
  for (let at = last + 1; at < to; at++) if (isApart(rows, at)) return at
  // If the last few rows follow a gap but no gap follows them, columns with different widths start at that gap.
  if (!rows[to] || isApart(rows, to)) return to
  return [1, 2, 3, 4].map((rest) => to - rest).find((at) => at > start && isApart(rows, at)) ?? to
}

/** Does the same at the top, because the last lines of a full-width paragraph don't belong to the columns. */
function trimmedAbove(rows: readonly Row[], from: number, start: number): number {
  if (from === 0 || isApart(rows, from)) return from
  let at = from
  while (at < start && (at === from || !isApart(rows, at))) at++
  return at
}

const heightOf = ({ top, bottom, lines }: Row) => Math.min(bottom - top, (lines[0]?.size ?? 10) * 1.05)

function flowOf(rows: readonly Row[], sides: Sides): Region[] {
  const regions: Region[] = []
  for (const { lines, figure } of rows) {
    if (figure) regions.push({ kind: 'figure', figure })
    if (lines.length === 0) continue
    const last = regions.at(-1)
    const line = wholeLine(lines)
    if (last?.kind === 'flow') last.lines.push(line)
    else regions.push({ kind: 'flow', lines: [line], ...sides })
  }
  return regions
}

/** Returns the columns of a band one after another, or the table that they form. */
function sideBySide(band: readonly Row[], gutters: readonly Gap[], sides: Sides, depth: number): Region[] {
  const figures = band.flatMap(({ figure }) => figure ?? [])
  const found = figures.length === 0 ? alignedTable(band, gutters) : null
  if (found) {
    return found.flatMap((part) =>
      'rows' in part ? [{ kind: 'figure', figure: part } as const] : flowOf(part.flow, sides),
    )
  }
  const lines = band.flatMap((row) => row.lines)
  const columns = Array.from({ length: gutters.length + 1 }, (_, column) =>
    regionsOf(
      lines.filter((line) => columnAt(line, gutters) === column),
      figures.filter((figure) => columnAt(figure, gutters) === column),
      depth + 1,
    ),
  )
  return (areRightToLeft(lines) ? columns.reverse() : columns).flat()
}
