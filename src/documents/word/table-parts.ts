/** The formatting that a Word table style gives to cells, depending on their row and column. @see ECMA-376, part 1, §17.7.6 */

import type { Fill } from '../office/drawings/drawing-colours.ts'
import { childOf, childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'
import type { ParagraphLook, RunLook } from './looks.ts'

export interface TablePart {
  fill?: Fill
  run: RunLook
  look: ParagraphLook
}

/** Keyed by the name of the part: `firstRow`, `band1Horz`. */
export type TableParts = ReadonlyMap<string, TablePart>

export function readTableParts(style: XmlElement, readPart: (part: XmlElement) => TablePart): TableParts {
  const parts = childrenOf(style, 'w:tblStylePr').map((part) => [part.attributes['w:type'] ?? '', part] as const)
  return new Map([['', style] as const, ...parts].map(([name, part]) => [name, readPart(part)]))
}

/** Returns the parts of a style, merged with those of the style it is based on. */
export function joinedParts(base: TableParts, own: TableParts): TableParts {
  if (base.size === 0 || own.size === 0) return base.size === 0 ? own : base
  return new Map([...base, ...own].map(([name]) => [name, joined([base.get(name), own.get(name)])]))
}

function joined(parts: readonly (TablePart | undefined)[]): TablePart {
  let all: TablePart = { run: {}, look: {} }
  for (const part of parts) {
    if (part) all = { ...all, ...part, run: { ...all.run, ...part.run }, look: { ...all.look, ...part.look } }
  }
  return all
}

/** The style parts that apply to a table, from `w:tblLook`, which gives them as names or bits. */
interface ShownParts {
  firstRow: boolean
  lastRow: boolean
  firstColumn: boolean
  lastColumn: boolean
  rowBands: boolean
  columnBands: boolean
}

export function shownParts(properties: XmlElement | undefined): ShownParts {
  const attributes = childOf(properties, 'w:tblLook')?.attributes ?? {}
  const bits = Number.parseInt(attributes['w:val'] ?? '04A0', 16)
  const isOn = (name: string, bit: number) => {
    const stated = attributes[`w:${name}`]
    return stated === undefined ? (bits & bit) !== 0 : stated === '1' || stated === 'true'
  }
  return {
    firstRow: isOn('firstRow', 0x20),
    lastRow: isOn('lastRow', 0x40),
    firstColumn: isOn('firstColumn', 0x80),
    lastColumn: isOn('lastColumn', 0x100),
    rowBands: !isOn('noHBand', 0x200),
    columnBands: !isOn('noVBand', 0x400),
  }
}

interface TablePlace {
  row: number
  rows: number
  column: number
  isLastColumn: boolean
}

/** Returns the formatting for a cell. Later parts take precedence. */
export function partOfCell(
  parts: TableParts,
  shown: ShownParts,
  { row, rows, column, isLastColumn }: TablePlace,
): TablePart {
  const isOdd = (at: number, hasHeader: boolean) => (at - (hasHeader ? 1 : 0)) % 2 !== 0
  const isFirstRow = shown.firstRow && row === 0
  const isFirstColumn = shown.firstColumn && column === 0
  const names = [
    '',
    'wholeTable',
    shown.columnBands && !isFirstColumn ? `band${isOdd(column, shown.firstColumn) ? 2 : 1}Vert` : '-',
    shown.rowBands && !isFirstRow ? `band${isOdd(row, shown.firstRow) ? 2 : 1}Horz` : '-',
    isFirstColumn ? 'firstCol' : '-',
    shown.lastColumn && isLastColumn ? 'lastCol' : '-',
    isFirstRow ? 'firstRow' : '-',
    shown.lastRow && row === rows - 1 ? 'lastRow' : '-',
  ]
  return joined(names.map((name) => parts.get(name)))
}
