/** Reads the tables of the structure tree. */

import type { PdfLine } from '../layout/line.ts'
import { headRowsOf, linesOfTable, type PageTableCell, type Table } from '../layout/tables/table.ts'
import { enclosingBox } from '../page/geometry.ts'
import { charsIn, isRunInside, type Run } from '../page/run.ts'
import { isContent, kindOf, nodesOf, type StructureElement } from '../page/structure-tree.ts'
import { type Block, linesOfBlock } from '../text/block.ts'
import type { PartReader } from './element-lists.ts'

interface RowOfTree {
  cells: StructureElement[]
  isHead: boolean
}

/** A cell with more text holds part of the page layout. */
const maxCellChars = 2000
const maxCells = 100_000
/** Maximum span of a cell. */
const maxColumns = 1000
const maxRows = 10_000

/** Returns the table after its captions. If it is a layout table, returns the blocks in its cells. */
export function readTable(element: StructureElement, reader: PartReader): Block[] {
  const { rows: all, others } = partsOf(element)
  const captions = others.flatMap((part) => reader.blocks(part))
  const shown = all.filter(({ cells }) => cells.some((cell) => lengthOf(cell, reader) > 0))
  if (isLayout(shown, reader)) {
    const cells = shown.flatMap((row) => row.cells)
    return [...captions, ...cells.flatMap((cell) => reader.group({ ...cell, role: 'Div' }))]
  }
  // Programs often omit cell spans, but the table's rules show them.
  const runs = shown.flatMap(({ cells }) => cells.flatMap((cell) => reader.runsOf(cell)))
  const ruled = reader.ruled.find((table) => holdsOnly(table, runs))
  if (ruled) {
    for (const cell of shown.flatMap(({ cells }) => cells)) reader.inline(cell)
    return [...captions, { kind: 'table', table: ruled }]
  }
  const rows = withOmittedCells(shown.map(({ cells }) => cells.map((cell) => readCell(cell, reader))))
  const stated = shown.findIndex(({ isHead }) => !isHead)
  const headRows = stated === -1 ? shown.length - 1 : stated
  const box = enclosingBox(linesOfTable({ rows }))
  const table = { ...box, rows, headRows: element.isContinued ? 0 : headRows || headRowsOf(rows) }
  return [...captions, { kind: 'table', table }]
}

function holdsOnly(table: Table, runs: readonly Run[]): boolean {
  const marks = new Set(runs.map(({ mark }) => mark))
  const own = linesOfTable(table).flatMap((line) => line.runs)
  return own.every(({ mark }) => marks.has(mark)) && runs.every((run) => isRunInside(run, table))
}

function partsOf(element: StructureElement): { rows: RowOfTree[]; others: StructureElement[] } {
  const found = { rows: [] as RowOfTree[], others: [] as StructureElement[] }
  let count = 0
  const add = (parent: StructureElement, isHead: boolean) => {
    for (const child of parent.children) {
      if (isContent(child)) {
        found.rows.push({ cells: [{ role: 'TD', children: [child] }], isHead: false })
      } else if (child.role === 'TR') {
        const cells = child.children.map((cell) => (isContent(cell) ? { role: 'TD', children: [cell] } : cell))
        count += cells.length
        if (count > maxCells) return
        const isHeader = cells.length > 0 && cells.every(({ role }) => role === 'TH')
        found.rows.push({ cells, isHead: isHead || isHeader })
      } else if (kindOf(child) === 'group' || child.children.some((one) => !isContent(one) && one.role === 'TR'))
        add(child, isHead || child.role === 'THead')
      else found.others.push(child)
    }
  }
  add(element, false)
  return found
}

const lengthOf = (cell: StructureElement, reader: PartReader) => charsIn(reader.runsOf(cell))

/** True for a layout table, which has a single column, headings or tables in cells, or very long cells. */
function isLayout(rows: readonly RowOfTree[], reader: PartReader): boolean {
  const holdsBlocks = (cell: StructureElement) =>
    [...nodesOf(cell)].some((node) => !isContent(node) && (kindOf(node) === 'heading' || kindOf(node) === 'table'))
  return (
    rows.every(({ cells }) => cells.length <= 1) ||
    rows.some(({ cells }) => cells.some((cell) => holdsBlocks(cell) || lengthOf(cell, reader) > maxCellChars))
  )
}

/** Adds the empty cells, which Chromium doesn't tag. Aligns the cells of short rows with the columns of the complete rows. */
function withOmittedCells(rows: PageTableCell[][]): PageTableCell[][] {
  const width = Math.max(...rows.map(({ length }) => length))
  const isPlain = (row: PageTableCell[]) => row.every((cell) => cell.columns === 1 && cell.lines.length > 0)
  const full = rows.filter((row) => row.length === width && isPlain(row))
  if (full.length === 0 || rows.flat().some((cell) => cell.rows > 1)) return rows
  const columns = Array.from({ length: width }, (_, at) => enclosingBox(full.flatMap((row) => row[at]?.lines ?? [])))
  return rows.map((row) => {
    const places = row.map(({ lines }) => {
      const { left, right } = enclosingBox(lines)
      const gaps = columns.map((column) => Math.min(Math.abs(column.left - left), Math.abs(column.right - right)))
      return gaps.indexOf(Math.min(...gaps))
    })
    const isShort = row.length < width && isPlain(row) && places.every((at, n) => n === 0 || at > (places[n - 1] ?? 0))
    return isShort ? columns.map((_, at) => row[places.indexOf(at)] ?? { lines: [], columns: 1, rows: 1 }) : row
  })
}

/** Returns the lines of a cell. Each block of the cell starts on a new line. */
function readCell(cell: StructureElement, reader: PartReader): PageTableCell {
  const parts = reader.blocks({ ...cell, role: 'LBody' }).map(linesOfBlock)
  const breaks = new Set<PdfLine>(parts.flatMap((lines) => lines.at(-1) ?? []))
  const { columnSpan = 1, rowSpan = 1 } = cell
  return { lines: parts.flat(), columns: Math.min(columnSpan, maxColumns), rows: Math.min(rowSpan, maxRows), breaks }
}
