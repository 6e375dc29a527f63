/** Reads the tables of the structure tree: rows and cells come from its elements, spans from their positions. */

import { lineOf, type PdfLine } from '../layout/line.ts'
import { headRowsOf, type PageTableCell, type Table } from '../layout/tables/table.ts'
import { kindOf } from '../page/roles.ts'
import { plainFont, type Run } from '../page/run.ts'
import { isContent, nodesOf, type StructureElement } from '../page/structure-tree.ts'
import type { Block } from '../text/block.ts'
import { withSpans } from './cell-spans.ts'
import { elementLines } from './element-lines.ts'
import type { ListReader } from './element-lists.ts'
import type { Piece } from './held-text.ts'

export interface CellReader extends ListReader {
  /** Returns the blocks of a section. */
  group(element: StructureElement): Block[]
  /** Returns the number of characters of marked content. */
  lengthOf(id: string): number
  note(element: StructureElement): void
  /** Ruled tables of the page. */
  ruled: readonly Table[]
}

interface RowOfTree {
  element?: number | undefined
  cells: StructureElement[]
  isHead: boolean
}

/** A cell with more text contains part of the layout. */
const maxCellChars = 2000
const maxCells = 100_000
/** Maximum span of a cell. */
const maxColumns = 1000
const maxRows = 10_000

/** Returns the table with its captions, or the blocks in its cells if it is a layout table. */
export function readTable(element: StructureElement, reader: CellReader): Block[] {
  const parts = partsOf(element)
  const before = parts.before.flatMap((part) => reader.blocks(part))
  const isShown = ({ cells }: RowOfTree) => cells.some((cell) => holdsText(cell, reader))
  const shown = parts.rows.filter(isShown)
  const part = { element: element.id, first: shown[0]?.element, last: shown.at(-1)?.element }
  if (isLayout(shown, reader)) {
    const cells = shown.flatMap((row) => row.cells.flatMap((cell) => reader.group({ ...cell, role: 'Div' })))
    return [...before, ...cells, ...parts.after.flatMap((part) => reader.blocks(part))]
  }
  const rows = shown.map(({ cells }) => cells.map((cell) => readCell(cell, reader)))
  const after = parts.after.flatMap((part) => reader.blocks(part))
  if (rows.length === 0) return [...before, ...after]
  const spanned = withSpans(rows, reader.ruled)
  const stated = shown.findIndex(({ isHead }) => !isHead)
  const headRows = stated === -1 ? shown.length : stated
  const table: Table = {
    rows: spanned,
    headRows: headRows > 0 ? Math.min(headRows, Math.max(1, shown.length - 1)) : headRowsOf(spanned),
    ...boxOf(rows.flat().flatMap(({ lines }) => lines)),
  }
  return [...before, { kind: 'table', table, part }, ...after]
}

/** Returns the rows of the table and its row groups, and its other content. */
function partsOf(element: StructureElement): {
  rows: RowOfTree[]
  before: StructureElement[]
  after: StructureElement[]
} {
  const found = { rows: [] as RowOfTree[], before: [] as StructureElement[], after: [] as StructureElement[] }
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
        found.rows.push({ element: child.id, cells, isHead: isHead || isHeader })
      } else if (kindOf(child) === 'group' || child.children.some((one) => !isContent(one) && one.role === 'TR'))
        add(child, isHead || child.role === 'THead')
      else if (found.rows.length === 0) found.before.push(child)
      else found.after.push(child)
    }
  }
  add(element, false)
  return found
}

function holdsText(cell: StructureElement, { lengthOf }: CellReader): boolean {
  for (const node of nodesOf(cell)) {
    if (isContent(node) ? lengthOf(node.id) > 0 : node.alt !== undefined) return true
  }
  return false
}

/** True for a layout table: it has a single column, headings or tables in cells, or very long cells. */
function isLayout(rows: readonly RowOfTree[], { lengthOf }: CellReader): boolean {
  if (rows.every(({ cells }) => cells.length <= 1)) return true
  return rows.some(({ cells }) =>
    cells.some((cell) => {
      let chars = 0
      for (const node of nodesOf(cell)) {
        if (isContent(node)) chars += lengthOf(node.id)
        else if (kindOf(node) === 'heading' || kindOf(node) === 'table') return true
      }
      return chars > maxCellChars
    }),
  )
}

function readCell(cell: StructureElement, reader: CellReader): PageTableCell {
  const lines: PdfLine[] = []
  const breaks = new Set<PdfLine>()
  for (const pieces of textsOf(cell, reader)) {
    const own = elementLines(pieces)
    const last = lines.at(-1)
    if (last && own.length > 0) breaks.add(last)
    lines.push(...own)
  }
  const { columnSpan = 1, rowSpan = 1 } = cell
  return { lines, columns: Math.min(columnSpan, maxColumns), rows: Math.min(rowSpan, maxRows), breaks }
}

/** Returns the text of a cell, each part starting on a new line: paragraphs, items, and the alternative text of figures. */
function textsOf(cell: StructureElement, reader: CellReader): Piece[][] {
  const texts: Piece[][] = []
  let open: Piece[] = []
  const end = () => {
    if (open.length > 0) texts.push(open)
    open = []
  }
  for (const child of cell.children) {
    const kind = isContent(child) ? 'inline' : kindOf(child)
    if (kind === 'inline') open.push(...reader.inline({ role: 'Span', children: [child] }))
    else if (isContent(child)) continue
    else if (kind === 'note') reader.note(child)
    else if (kind === 'item') {
      end()
      open.push(...reader.inline(child))
      end()
    } else if (kind === 'figure' && child.alt) open.push(...pictureText(child, reader))
    else {
      end()
      texts.push(...textsOf(child, reader))
    }
  }
  end()
  return texts
}

/** Returns the alternative text of a figure that contains no text. */
function pictureText(element: StructureElement, reader: CellReader): Piece[] {
  const pieces = reader.inline(element)
  if (pieces.length > 0) return pieces
  const text = ` ${(element.alt ?? '').replace(/\s+/g, ' ').trim()} `
  const run: Run = {
    text,
    left: 0,
    right: 0,
    baseline: 0,
    size: 10,
    font: plainFont,
    isRightToLeft: false,
    mark: null,
    isArtifact: false,
    href: null,
    shift: 0,
  }
  return [{ run, direction: -1 }]
}

function boxOf(lines: readonly PdfLine[]) {
  const placed = lines.filter(({ baseline }) => baseline !== 0)
  const { left, right } = lineOf(placed.flatMap(({ runs }) => runs))
  const top = placed.reduce((least, line) => Math.min(least, line.top), Number.POSITIVE_INFINITY)
  const bottom = placed.reduce((most, line) => Math.max(most, line.bottom), Number.NEGATIVE_INFINITY)
  return { left, right, top, bottom }
}
