/** Does a table hold data, or does it only lay out the page? */

import type { AnyNode, Element } from 'domhandler'
import { isElement, isText, walk } from '../../../document/traverse.ts'

const surveyed = new WeakMap<Element, boolean>()

/** Judged once for the table and all tables in it. */
export function holdsData(table: Element): boolean {
  if (!surveyed.has(table)) survey(table)
  return surveyed.get(table) ?? false
}

interface Facts {
  table: Element
  rows: number
  cells: number
  cellsInRow: number
  mostCells: number
  headers: number
  hasCaption: boolean
  inner: number
  blocks: number
  /** Of the cell that is open. */
  cell: { hasHeading: boolean; isInHeading: boolean }
  length: number
}

const layoutBlocks = new Set(['form', 'iframe', 'article', 'section', 'nav', 'header', 'footer'])

function survey(root: Element): void {
  const open: Facts[] = []
  const close = () => {
    const facts = open.pop()
    if (facts) surveyed.set(facts.table, isData(facts))
  }
  note(root, open)
  walk(
    root,
    (node) => note(node, open),
    (node) => {
      if (open.at(-1)?.table === node) close()
      else leave(node, open)
    },
  )
  close()
}

function note(node: AnyNode, open: Facts[]): void {
  const facts = open.at(-1)
  if (isText(node)) {
    if (facts) addText(facts, node.data.trim().length)
    return
  }
  if (!isElement(node)) return
  if (node.name === 'table') {
    if (facts) facts.inner++
    open.push({
      ...{ table: node, rows: 0, cells: 0, cellsInRow: 0, mostCells: 0, headers: 0 },
      ...{ hasCaption: false, inner: 0, blocks: 0, length: 0, cell: { hasHeading: false, isInHeading: false } },
    })
  } else if (facts && node.name === 'tr') {
    facts.rows++
    facts.cellsInRow = 0
  } else if (facts && (node.name === 'td' || node.name === 'th')) {
    facts.cells++
    facts.cell = { hasHeading: false, isInHeading: false }
    facts.mostCells = Math.max(facts.mostCells, ++facts.cellsInRow)
    if (node.name === 'th') facts.headers++
  } else if (facts && node.name === 'caption') facts.hasCaption = true
  else if (facts && layoutBlocks.has(node.name)) facts.blocks++
  else if (facts && heading.test(node.name)) facts.cell = { hasHeading: true, isInHeading: true }
}

const heading = /^h[1-6]$/

function leave(node: AnyNode, open: Facts[]): void {
  const facts = open.at(-1)
  if (facts && isElement(node) && heading.test(node.name)) facts.cell.isInHeading = false
}

/** A heading alone in its cell heads a column; with text beside it, it heads a part of the page. */
function addText(facts: Facts, length: number): void {
  facts.length += length
  if (length > 0 && facts.cell.hasHeading && !facts.cell.isInHeading) facts.blocks++
}

function isData({ table, ...facts }: Facts): boolean {
  const { role } = table.attribs
  if (role === 'presentation' || role === 'none' || facts.inner > 0 || facts.cells === 0) return false
  if (isCodeTable(table)) return false
  if (facts.headers > 0 || facts.hasCaption) return true
  if (facts.rows < 2 || facts.mostCells < 2 || facts.blocks > 0) return false
  return facts.length / facts.cells < 400
}

/** Highlighters set code beside its line numbers in a table. */
function isCodeTable({ attribs }: Element): boolean {
  return /(?:^|\s)(?:highlighttable|rouge-table|lntable|hljs-ln|codehilitetable|syntaxhighlighter)(?:\s|$)/.test(
    attribs.class ?? '',
  )
}
