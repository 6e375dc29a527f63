/** Converts a table to rows: objects keyed by header text, or arrays of strings if the table has no header. */

import { type AnyNode, type Element, isTag } from 'domhandler'
import { elementsBelow } from '../../html/page-elements.ts'
import { isElement, isText, walk } from '../../html/traverse.ts'
import { expandSpans, hasText, isTitle, spansOf, type TableCell } from '../tables/table-grid.ts'

/** The values of a row's cells; null for a cell that the row lacks. */
type TableRow = Record<string, string | null> | (string | null)[]

interface TableReader {
  textOf(cell: Element): string
  leavesOut(element: Element): boolean
  /** Called with the text written for each cell, to count its characters. May throw. */
  write(text: string | null, columnName?: string): void
}

const sections = ['thead', 'tbody', 'tfoot'] as const

/** Returns the element if it is a table or a section of one, or else the first table in it; null if there isn't one. */
export function tableAt(element: Element): Element | null {
  if (element.name === 'table' || isSection(element)) return element
  return elementsBelow(element).find(({ name }) => name === 'table') ?? null
}

/** Returns rows of text with spans expanded. A row's own header counts as one of its cells. Throws any error that `reader.write` throws. */
export function tableRows(table: Element, reader: TableReader): TableRow[] {
  const bySection = rowsBySection(table, reader)
  const written = sections.flatMap((section) => bySection[section])
  const grid = expandSpans(written)
  const rows = grid.filter(hasText)
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const inHead = grid.slice(0, bySection.thead.length).filter(hasText).length
  const headRows = headerRows(rows, inHead)
  const naming = headRows.filter((row) => !isTitle(row, width))
  const names = naming.length === 0 ? null : columnNames(naming, width)
  const cellsOf = (row: readonly TableCell[]) =>
    Array.from({ length: width }, (_, column) => {
      const text = row[column]?.text ?? null
      reader.write(text, names?.[column])
      return text
    })
  if (names === null) return rows.map(cellsOf)
  return rows
    .slice(headRows.length)
    .map((row) => Object.fromEntries(cellsOf(row).map((text, column) => [names[column], text])))
}

function isSection({ name }: Element): boolean {
  return sections.some((section) => section === name)
}

function rowsBySection(table: Element, reader: TableReader): Record<(typeof sections)[number], TableCell[][]> {
  const rows: Record<(typeof sections)[number], TableCell[][]> = { thead: [], tbody: [], tfoot: [] }
  const addRows = (parent: Element) => {
    const own = rows[parent.name === 'thead' || parent.name === 'tfoot' ? parent.name : 'tbody']
    for (const child of shown(parent.children, reader)) if (child.name === 'tr') own.push(readCells(child, reader))
  }
  addRows(table)
  for (const child of shown(table.children, reader)) if (isSection(child)) addRows(child)
  return rows
}

function shown(nodes: readonly AnyNode[], { leavesOut }: TableReader): Element[] {
  return nodes.filter(isTag).filter((element) => !leavesOut(element))
}

function readCells(row: Element, reader: TableReader): TableCell[] {
  const cells = shown(row.children, reader).filter(({ name }) => name === 'td' || name === 'th')
  const filled = cells.map((cell) => ({ cell, text: reader.textOf(cell) }))
  const withText = filled.filter(({ text }) => text !== '')
  const isBoldRow = withText.length > 1 && withText.every(({ cell }) => isBold(cell))
  return filled.map(({ cell, text }) => {
    return { text, isHeader: isBoldRow || cell.name === 'th', ...spansOf(cell.attribs), align: '' }
  })
}

const bold = new Set(['b', 'strong'])

function isBold(cell: Element): boolean {
  let isPlain = false
  walk(cell, (node) => {
    if (isText(node)) isPlain ||= node.data.trim() !== ''
    return !(isPlain || (isElement(node) && bold.has(node.name)))
  })
  return !isPlain
}

/** Returns the rows at the top that contain the names of the columns: those in `thead`, or otherwise rows that consist of header cells. */
function headerRows(rows: readonly TableCell[][], inHead: number): readonly TableCell[][] {
  if (inHead > 0 && inHead < rows.length) return rows.slice(0, inHead)
  const end = rows.findIndex((row) => !row.every(({ text, isHeader }) => isHeader || text === ''))
  // In a table that has only header cells, the first row holds the names.
  return rows.slice(0, end === -1 ? 1 : end)
}

/** Returns distinct names: `Price`, `Price_2`. Names from several rows are joined, and an unnamed column is called `column_3`. */
function columnNames(headers: readonly TableCell[][], width: number): string[] {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return Array.from({ length: width }, (_, column) => {
    const texts = headers.map((row) => row[column]?.text ?? '')
    const parts = texts.filter((text, row) => text !== '' && text !== texts[row - 1])
    const name = parts.join(' ') || `column_${column + 1}`
    let distinct = name
    for (let n = next.get(name) ?? 2; taken.has(distinct); n++) {
      distinct = `${name}_${n}`
      next.set(name, n + 1)
    }
    taken.add(distinct)
    return distinct
  })
}
