/** Tables in markdown: every row as many cells as the header, spans expanded; a table that lays out a page becomes text. */

import type { AnyNode, Element } from 'domhandler'
import { isElement, isText, walk } from '../document/traverse.ts'
import type { Context, OpenTable, Rule } from './markdown-rule.ts'

interface Cell {
  text: string
  isHeader: boolean
  columns: number
  rows: number
  align: string
}

/** A table while its cells are read. */
export class TableBuilder implements OpenTable {
  caption = ''
  private readonly sections: Record<'thead' | 'tbody' | 'tfoot', Cell[][]> = { thead: [], tbody: [], tfoot: [] }
  private current: Cell[] = []

  startRow(row: Element): void {
    this.current = []
    const section = row.parent && isElement(row.parent) ? row.parent.name : 'tbody'
    this.sections[section === 'thead' || section === 'tfoot' ? section : 'tbody'].push(this.current)
  }

  addCell(content: string, { name, attribs }: Element): void {
    this.current.push({
      text: cellText(content),
      isHeader: name === 'th',
      columns: span(attribs.colspan),
      rows: attribs.rowspan?.trim() === '0' ? Number.MAX_SAFE_INTEGER : span(attribs.rowspan),
      align: alignment(attribs),
    })
  }

  toMarkdown(): string {
    const { thead, tbody, tfoot } = this.sections
    const grid = expand([...thead, ...tbody, ...tfoot])
    const rows = grid.filter((row) => row.some(({ text }) => text !== ''))
    const width = Math.max(0, ...lengths(grid))
    const caption = this.caption ? `${this.caption}\n\n` : ''
    if (rows.length === 0) return caption
    // Mostly empty cells: such a grid is an attack or a drawing, its text is kept as lines.
    if (width * rows.length > 200_000 + 8 * count(rows)) return caption + asLines(rows)
    const isHeaded = thead.some((row) => row.length > 0) || isHeaderRow(rows[0]!)
    const header = isHeaded ? rows.shift()! : []
    const rule = Array.from({ length: width }, (_, i) => (header[i] ?? rows[0]?.[i])?.align || '---')
    const texts = [header, ...rows].map((row) => Array.from({ length: width }, (_, i) => row[i]?.text ?? ''))
    const [head, ...body] = texts.map(line)
    return `${caption}${[head, line(rule), ...body].join('\n')}`
  }
}

const line = (cells: string[]) => `|${cells.map((cell) => (cell ? ` ${cell} |` : '  |')).join('')}`
const lengths = (grid: Cell[][]) => [grid.reduce((most, row) => Math.max(most, row.length), 0)]
const count = (rows: Cell[][]) => rows.reduce((sum, row) => sum + row.length, 0)

function asLines(rows: Cell[][]): string {
  return rows.map((row) => row.flatMap(({ text }) => text || []).join(' ')).join('\n\n')
}

/** `th` in every cell that says something, or all of it bold. */
function isHeaderRow(row: Cell[]): boolean {
  const filled = row.filter(({ text }) => text !== '')
  return (
    filled.every(({ isHeader }) => isHeader) ||
    (filled.length > 1 && filled.every(({ text }) => /^\*\*[^*]+\*\*$/.test(text)))
  )
}

const noCell: Cell = { text: '', isHeader: false, columns: 1, rows: 1, align: '' }

/**
 * Rows with every span written out: a spanned cell's text stands in each cell that it covers.
 * Both the cells and the text that spans may add are bounded, so that `rowspan=65534` on every cell can't explode.
 */
function expand(rows: Cell[][]): Cell[][] {
  const budget = { cells: 20_000 + 4 * count(rows), chars: 1_000_000 }
  const grid: Cell[][] = []
  let hanging: { column: number; rows: number; cell: Cell }[] = []
  const spends = (cell: Cell, cells: number) => {
    const chars = cells * cell.text.length
    if (cells > budget.cells || chars > budget.chars) return false
    budget.cells -= cells
    budget.chars -= chars
    return true
  }
  rows.forEach((row, y) => {
    const line: Cell[] = []
    const next: typeof hanging = []
    let at = 0
    let hung = 0
    const takeHanging = () => {
      while (hanging[hung] && hanging[hung]!.column <= at) {
        const { column, rows, cell } = hanging[hung++]!
        if (column < at) continue
        line.push(cell)
        at++
        if (rows > 1) next.push({ column, rows: rows - 1, cell })
      }
    }
    for (const cell of row) {
      takeHanging()
      const rowsLeft = Math.min(cell.rows, rows.length - y)
      const isPaid = spends(cell, cell.columns * rowsLeft - 1)
      const [columns, deep] = isPaid ? [cell.columns, rowsLeft] : [1, 1]
      for (let i = 0; i < columns; i++) {
        if (deep > 1) next.push({ column: at, rows: deep - 1, cell })
        line.push(cell)
        at++
      }
    }
    while (hanging[hung]) {
      takeHanging()
      if (hanging[hung] && hanging[hung]!.column > at) {
        if (!spends(noCell, hanging[hung]!.column - at)) break
        while (at < hanging[hung]!.column) {
          line.push(noCell)
          at++
        }
      }
    }
    hanging = next.sort((a, b) => a.column - b.column)
    grid.push(line)
  })
  return grid
}

function cellText(content: string): string {
  const text = content.includes('\n')
    ? content
        .split(/\n+/)
        .map((part) => part.trim())
        .filter(Boolean)
        .join('<br>')
    : content
  return text.replaceAll('|', '\\|').trim()
}

/** @see HTML standard: colspan is at most 1,000 */
function span(text: string | undefined): number {
  const number = Number.parseInt(text ?? '1', 10)
  return number > 1 ? Math.min(number, 1000) : 1
}

function alignment({ align, style }: Element['attribs']): string {
  const side = (/text-align\s*:\s*(\w+)/i.exec(style ?? '')?.[1] ?? align ?? '').toLowerCase()
  return { left: ':--', right: '--:', center: ':-:' }[side] ?? ''
}

const surveyed = new WeakMap<Element, boolean>()

/** Does the table hold data, or does it only lay out the page? Judged once for it and all tables in it. */
function holdsData(table: Element): boolean {
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
  length: number
}

const layoutBlocks = new Set([
  'h1',
  'h2',
  'h3',
  'h4',
  'form',
  'iframe',
  'article',
  'section',
  'nav',
  'header',
  'footer',
])

function survey(root: Element): void {
  const open: Facts[] = []
  const close = () => {
    const facts = open.pop()!
    surveyed.set(facts.table, isData(facts))
  }
  note(root, open)
  walk(
    root,
    (node) => note(node, open),
    (node) => {
      if (open.at(-1)?.table === node) close()
    },
  )
  close()
}

function note(node: AnyNode, open: Facts[]): void {
  const facts = open.at(-1)
  if (isText(node)) {
    if (facts) facts.length += node.data.trim().length
    return
  }
  if (!isElement(node)) return
  if (node.name === 'table') {
    if (facts) facts.inner++
    open.push({
      ...{ table: node, rows: 0, cells: 0, cellsInRow: 0, mostCells: 0, headers: 0 },
      ...{ hasCaption: false, inner: 0, blocks: 0, length: 0 },
    })
  } else if (facts && node.name === 'tr') {
    facts.rows++
    facts.cellsInRow = 0
  } else if (facts && (node.name === 'td' || node.name === 'th')) {
    facts.cells++
    facts.mostCells = Math.max(facts.mostCells, ++facts.cellsInRow)
    if (node.name === 'th') facts.headers++
  } else if (facts && node.name === 'caption') facts.hasCaption = true
  else if (facts && layoutBlocks.has(node.name)) facts.blocks++
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

const innermost = ({ tables }: Context) => tables.at(-1) ?? null

const cell: Rule = {
  context: 'cell',
  meansSomethingBlank: true,
  applies: (_, context) => innermost(context) !== null && context.inside.cell === 0,
  otherwise: { open: (_, context) => context.breakWord(), close: (_, context) => context.breakWord() },
  replacement(content, element, context) {
    innermost(context)?.addCell(content, element)
    return ''
  },
}

export const tableRules: Record<string, Rule> = {
  table: {
    display: 'block',
    meansSomethingBlank: true,
    applies: (element, { inside }) => !inside.cell && !inside.link && holdsData(element),
    open: (_, { tables }) => void tables.push(new TableBuilder()),
    replacement: (_, __, context) => `\n\n${innermost(context)?.toMarkdown() ?? ''}\n\n`,
    close: (_, { tables }) => void tables.pop(),
  },
  caption: {
    display: 'block',
    replacement(content, _, context) {
      const table = innermost(context)
      if (!table) return content
      table.caption = content
      return ''
    },
  },
  tr: {
    applies: (_, context) => innermost(context) !== null && context.inside.cell === 0,
    otherwise: { display: 'block' },
    open: (row, context) => innermost(context)?.startRow(row),
  },
  td: cell,
  th: cell,
}
