/** Distinguishes data tables from tables that lay out a page. */

import type { AnyNode, Element } from 'domhandler'
import { isHeadingElement } from '../../../html/elements.ts'
import { isElement, isText, walk } from '../../../html/traverse.ts'
import type { RuleFindings } from '../syntax/markdown-rule.ts'

/** True for a data table. Computed once for a table and all tables in it. */
export function holdsData(table: Element, { dataTables }: RuleFindings): boolean {
  if (!dataTables.has(table)) countTables(table, dataTables)
  return dataTables.get(table) ?? false
}

/** Counts for a table that is being read. */
interface TableCounts {
  table: Element
  rows: number
  cells: number
  cellsInRow: number
  maxCells: number
  headerCells: number
  hasCaption: boolean
  innerTables: number
  /** Blocks that belong to the layout of a page. */
  layoutBlocks: number
  /** State of the last cell. */
  cell: { hasHeading: boolean; isInHeading: boolean }
  chars: number
}

const layoutElements = new Set(['form', 'iframe', 'article', 'section', 'nav', 'header', 'footer'])

function countTables(root: Element, dataTables: RuleFindings['dataTables']): void {
  const open: TableCounts[] = []
  const close = () => {
    const counts = open.pop()
    if (counts) dataTables.set(counts.table, isData(counts))
  }
  enter(root, open)
  walk(
    root,
    (node) => enter(node, open),
    (node) => {
      if (open.at(-1)?.table === node) close()
      else leave(node, open)
    },
  )
  close()
}

function enter(node: AnyNode, open: TableCounts[]): void {
  const counts = open.at(-1)
  if (isText(node)) {
    if (counts) addText(counts, node.data.trim().length)
    return
  }
  if (!isElement(node)) return
  if (node.name === 'table') {
    if (counts) counts.innerTables++
    open.push({
      ...{ table: node, rows: 0, cells: 0, cellsInRow: 0, maxCells: 0, headerCells: 0, hasCaption: false },
      ...{ innerTables: 0, layoutBlocks: 0, chars: 0, cell: { hasHeading: false, isInHeading: false } },
    })
  } else if (counts && node.name === 'tr') {
    counts.rows++
    counts.cellsInRow = 0
  } else if (counts && (node.name === 'td' || node.name === 'th')) {
    counts.cells++
    counts.cell = { hasHeading: false, isInHeading: false }
    counts.maxCells = Math.max(counts.maxCells, ++counts.cellsInRow)
    if (node.name === 'th') counts.headerCells++
  } else if (counts && node.name === 'caption') counts.hasCaption = true
  else if (counts && layoutElements.has(node.name)) counts.layoutBlocks++
  else if (counts && isHeadingElement(node)) counts.cell = { hasHeading: true, isInHeading: true }
}

function leave(node: AnyNode, open: TableCounts[]): void {
  const counts = open.at(-1)
  if (counts && isElement(node) && isHeadingElement(node)) counts.cell.isInHeading = false
}

/** A heading that fills its cell is a column header. A heading followed by text is one of the page's headings. */
function addText(counts: TableCounts, length: number): void {
  counts.chars += length
  if (length > 0 && counts.cell.hasHeading && !counts.cell.isInHeading) counts.layoutBlocks++
}

const maxCharsPerCell = 400

function isData({ table, ...counts }: TableCounts): boolean {
  const { role } = table.attribs
  if (role === 'presentation' || role === 'none' || counts.innerTables > 0 || counts.cells === 0) return false
  if (isCodeTable(table)) return false
  if (counts.headerCells > 0 || counts.hasCaption) return true
  if (counts.rows < 2 || counts.maxCells < 2 || counts.layoutBlocks > 0) return false
  return counts.chars / counts.cells < maxCharsPerCell
}

/** True for a table in which a highlighter places code next to its line numbers. */
function isCodeTable({ attribs }: Element): boolean {
  return /(?:^|\s)(?:highlighttable|rouge-table|lntable|hljs-ln|codehilitetable|syntaxhighlighter)(?:\s|$)/.test(
    attribs.class ?? '',
  )
}
