/** Finds ruled tables: the grids formed by drawn lines, and the text in their cells. */

import { firstIndex } from '../../../../base/first-index.ts'
import { type Box, groupsOf } from '../../page/geometry.ts'
import {
  areRightToLeft,
  charEdges,
  charsIn,
  isRunInside,
  middleOf,
  type Rule,
  type Run,
  splitRun,
} from '../../page/run.ts'
import type { PdfLine } from '../line.ts'
import { textLinesOf } from '../page-lines.ts'
import { findOpenTables } from './open-tables.ts'
import { headRowsOf, isNumeric, type PageTableCell, type Table } from './table.ts'
import { isValue, splitRow } from './table-rows.ts'

/** Maximum distance between lines that count as touching. Cells that are set slightly apart have separate borders. */
const near = 5
/** A page with more horizontal or vertical lines is a drawing. */
const maxRules = 1500
const maxCells = 20_000
/** A cell with more text holds part of the page layout. */
const maxCellChars = 2000

export function findRuledTables(runs: readonly Run[], rules: readonly Rule[]): { tables: Table[]; rest: Run[] } {
  const tables: Table[] = []
  let rest: Run[] = [...runs]
  const drawn = withoutUnderlines(rules, runs)
  for (const grid of gridsOf(drawn)) {
    const inside = rest.filter((run) => isRunInside(run, grid, near))
    if (inside.length < 2) continue
    const table = tableOf(grid, inside)
    if (!table) continue
    tables.push(table)
    const taken = new Set(inside)
    rest = rest.filter((run) => !taken.has(run))
  }
  const across = drawn.filter((rule) => !rule.isVertical && !tables.some((table) => isIn(rule, table)))
  const open = findOpenTables(rest, across)
  return { tables: [...tables, ...open.tables], rest: open.rest }
}

const isIn = ({ at, from, to }: Rule, { left, right, top, bottom }: Box) =>
  at > top - near && at < bottom + near && to > left && from < right

/** Removes rules that are as wide as the text just above or on top of them. These are underlines or backgrounds of that text. */
function withoutUnderlines(rules: readonly Rule[], runs: readonly Run[]): Rule[] {
  const sorted = [...runs].sort((a, b) => a.baseline - b.baseline)
  const indexAt = (y: number) => firstIndex(sorted, ({ baseline }) => baseline >= y)
  return rules.filter(({ isVertical, at, from, to }) => {
    if (isVertical) return true
    const above = sorted.slice(indexAt(at - tallest), indexAt(at + tallest)).filter((run) => {
      const drop = at - run.baseline
      return drop > run.size * -0.5 && drop < run.size * 0.35 && run.right > from - 1 && run.left < to + 1
    })
    const begins = above.some(({ left, right }) => left - from < 1.5 && right > from)
    const ends = above.some(({ left, right }) => to - right < 1.5 && left < to)
    return !(begins && ends)
  })
}

/** Maximum height of text that can be underlined. */
const tallest = 40

type Grid = ReturnType<typeof gridOf>

/** Groups rules that touch each other into grids of at least two rows and two columns. Small grids come first. */
function gridsOf(rules: readonly Rule[]): Grid[] {
  const across = rules.filter(({ isVertical }) => !isVertical)
  const down = rules.filter(({ isVertical }) => isVertical)
  if (across.length > maxRules || down.length > maxRules) return []
  return touching(across, down)
    .filter((own) => own.length >= 4)
    .map(gridOf)
    .filter(({ xs, ys }) => xs.length >= 3 && ys.length >= 3 && xs.length * ys.length <= maxCells)
    .sort((a, b) => areaOf(a) - areaOf(b))
}

const areaOf = ({ left, right, top, bottom }: Box) => (right - left) * (bottom - top)

/** Groups rules that touch each other, directly or through other rules. */
function touching(across: readonly Rule[], down: readonly Rule[]): Rule[][] {
  const open = new Set([...across, ...down])
  return down.flatMap((first) => {
    if (!open.delete(first)) return []
    const group = [first]
    for (const rule of group) {
      const others = rule.isVertical ? across : down
      for (const other of others) if (open.has(other) && touch(rule, other) && open.delete(other)) group.push(other)
    }
    return [group]
  })
}

const reaches = ({ at }: Rule, { from, to }: Rule) => at >= from - near && at <= to + near
const touch = (one: Rule, other: Rule) => reaches(one, other) && reaches(other, one)

function gridOf(rules: readonly Rule[]) {
  const across = rules.filter(({ isVertical }) => !isVertical)
  const down = rules.filter(({ isVertical }) => isVertical)
  const [xs, ys] = [positionsOf(down, across), positionsOf(across, down)]
  return { xs, ys, across, down, left: xs[0] ?? 0, right: xs.at(-1) ?? 0, top: ys[0] ?? 0, bottom: ys.at(-1) ?? 0 }
}

/** Returns the positions of rules and the ends of the rules that cross them. If a table has no outer borders, these are its sides. */
function positionsOf(rules: readonly Rule[], crossing: readonly Rule[]): number[] {
  const [start, end] = [Math.min(...crossing.map(({ from }) => from)), Math.max(...crossing.map(({ to }) => to))]
  const all = [...rules.map(({ at }) => at), start, end].sort((a, b) => a - b)
  return groupsOf(all, (_, value, [first]) => value - first <= near).map(([first]) => first)
}

function tableOf(grid: Grid, runs: readonly Run[]): Table | null {
  const { xs, ys } = grid
  const spans = spansOf(grid)
  const inCells = Map.groupBy(
    runs.flatMap((run) => cutAtRules(run, grid)),
    (run) => spans[indexOf(ys, middleOf(run))]?.[indexOf(xs, (run.left + run.right) / 2)],
  )
  const all = new Set(spans.flat())
  // Large grids of mostly empty cells are drawings or forms, unless they have several full columns.
  const isFilled = (span?: Span) => span?.columns === 1 && span.rows === 1 && inCells.has(span)
  const isFull = (column: number) => spans.filter((row) => isFilled(row[column])).length > spans.length * 0.8
  const minShare = all.size < 20 || xs.filter((_, at) => isFull(at)).length > 1 ? 0.2 : xs.length > 30 ? 0.8 : 0.5
  if (inCells.size < 3 || inCells.size < all.size * minShare) return null
  if ([...inCells.values()].some((own) => charsIn(own) > maxCellChars)) return null
  // Numbers have no direction.
  const isRightToLeft = areRightToLeft(runs.filter(({ text }) => /\p{L}/u.test(text)))
  const rows = spans.map((row, at): PageTableCell[] =>
    [...new Set(isRightToLeft ? [...row].reverse() : row)].flatMap((span) => {
      if (span.row !== at) return []
      const lines: PdfLine[] = textLinesOf(inCells.get(span) ?? [])
      const cells = cellsIn(span, lines, xs)
      return isRightToLeft ? cells.reverse() : cells
    }),
  )
  if (rows.some((row) => row.some(({ lines }) => hasColumns(lines)))) return null
  const widest = Math.max(...rows.map((row) => row.length))
  if (widest < 2) return null
  const split = rows.flatMap(splitRow)
  const { left, right, top, bottom } = grid
  return { left, right, top, bottom, rows: split, headRows: headRowsOf(split) }
}

/** Returns the cells in a span. There are several if its lines are side by side and each is within a column of the grid. */
function cellsIn({ column, columns, rows }: Span, lines: PdfLine[], xs: readonly number[]): PageTableCell[] {
  const whole = [{ lines, columns, rows }]
  const isShared = lines.some((line, at) => Math.abs(line.baseline - (lines[at + 1]?.baseline ?? 0)) < line.size * 0.3)
  if (columns === 1 || !isShared) return whole
  const cells = Array.from({ length: columns }, (): PageTableCell => ({ lines: [], columns: 1, rows }))
  for (const line of lines) {
    const at = indexOf(xs, (line.left + line.right) / 2)
    if (line.left < (xs[at] ?? 0) - near || line.right > (xs[at + 1] ?? 0) + near) return whole
    cells[at - column]?.lines.push(line)
  }
  return cells
}

/** True if the lines of a cell are side by side in every row, so that they form a table without inner rules. */
function hasColumns(lines: readonly PdfLine[]): boolean {
  const rows = Map.groupBy(lines, ({ baseline }) => Math.round(baseline / 3))
  const hasValues = (row: readonly PdfLine[]) =>
    row.some(({ text }) => isNumeric(text)) || row.filter(({ text }) => text !== '' && isValue(text)).length > 1
  const shared = [...rows.values()].filter((row) => row.length > 1 && hasValues(row))
  return shared.length >= 4 && shared.length >= rows.size * 0.6
}

function indexOf(values: readonly number[], value: number): number {
  return Math.max(0, Math.min(firstIndex(values, (one) => one > value) - 1, values.length - 2))
}

interface Span {
  row: number
  column: number
  rows: number
  columns: number
}

/** Returns the table cell that each cell of the grid belongs to. Grid cells without a rule between them form one table cell. */
function spansOf({ xs, ys, across, down }: Grid): Span[][] {
  const [height, width] = [ys.length - 1, xs.length - 1]
  const isRuled = (rules: readonly Rule[], at: number, along: number) =>
    rules.some((rule) => Math.abs(rule.at - at) <= near && rule.from <= along + 1 && rule.to >= along - 1)
  const middle = (values: readonly number[], at: number) => ((values[at] ?? 0) + (values[at + 1] ?? 0)) / 2
  const rightOf = ys.slice(0, -1).map((_, row) => xs.slice(1).map((x) => isRuled(down, x, middle(ys, row))))
  const below = ys.slice(1).map((y) => xs.slice(0, -1).map((_, column) => isRuled(across, y, middle(xs, column))))
  const spans: (Span | undefined)[][] = Array.from({ length: height }, () => new Array(width).fill(undefined))
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (spans[row]?.[column]) continue
      let columns = 1
      while (column + columns < width && !rightOf[row]?.[column + columns - 1] && !spans[row]?.[column + columns])
        columns++
      let rows = 1
      const isOpen = (at: number) =>
        Array.from({ length: columns }, (_, n) => column + n).every(
          (own, n) => !below[at - 1]?.[own] && !spans[at]?.[own] && (n === columns - 1 || !rightOf[at]?.[own]),
        )
      while (row + rows < height && isOpen(row + rows)) rows++
      const span: Span = { row, column, rows, columns }
      for (let r = row; r < row + rows; r++) spans[r]?.fill(span, column, column + columns)
    }
  }
  return spans as Span[][]
}

/** Splits strings at the rules between their cells, because pdf.js joins strings that are close together. */
function cutAtRules(run: Run, { down }: Grid): Run[] {
  const middle = middleOf(run)
  const between = down.filter(
    ({ at, from, to }) =>
      from <= middle && to >= middle && at > run.left + run.size * 0.5 && at < run.right - run.size * 0.5,
  )
  if (between.length === 0 || run.isRightToLeft) return [run]
  const parts: Run[] = []
  let rest = run
  for (const { at } of [...between].sort((a, b) => a.at - b.at)) {
    const edges = charEdges(rest)
    const blanks = Array.from(rest.text.matchAll(/\s+/g), ({ index }) => index)
    const cut = blanks.sort((a, b) => Math.abs((edges[a] ?? 0) - at) - Math.abs((edges[b] ?? 0) - at))[0]
    if (cut === undefined || Math.abs((edges[cut] ?? 0) - at) > run.size * 2) continue
    const [first, second] = splitRun(rest, cut, edges)
    if (first.text !== '') parts.push(first)
    rest = second
  }
  return [...parts, rest]
}
