/** Tables in markdown: every row as many cells as the header, spans expanded; a table that lays out a page becomes text. */

import type { Element } from 'domhandler'
import { isElement } from '../../../document/traverse.ts'
import type { Context, OpenTable, Rule } from '../syntax/rule.ts'
import { type Cell, expandSpans } from './table-grid.ts'
import { holdsData } from './table-survey.ts'

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
    const grid = expandSpans([...thead, ...tbody, ...tfoot])
    const width = grid.reduce((most, row) => Math.max(most, row.length), 0)
    const hasText = (row: Cell[]) => row.some(({ text }) => text !== '')
    const rows = grid.filter(hasText)
    const caption = this.caption ? `${this.caption}\n\n` : ''
    const [first] = rows
    if (!first) return caption
    // Mostly empty cells: such a grid is an attack or a drawing, its text is kept as lines.
    const cells = rows.reduce((sum, row) => sum + row.length, 0)
    if (width * rows.length > 200_000 + 8 * cells) return caption + asLines(rows)
    // A head without a word heads nothing.
    const isHeaded = grid.slice(0, thead.length).some(hasText) || isHeaderRow(first)
    const head = isHeaded ? first : []
    const body = isHeaded ? rows.slice(1) : rows
    const rule = Array.from({ length: width }, (_, i) => first[i]?.align || '---')
    const texts = [head, ...body].map((row) => line(Array.from({ length: width }, (_, i) => row[i]?.text ?? '')))
    return caption + [texts[0], line(rule), ...texts.slice(1)].join('\n')
  }
}

const line = (cells: string[]) => `|${cells.map((cell) => (cell ? ` ${cell} |` : '  |')).join('')}`

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
    // What stands in the table but in no cell comes first.
    replacement: (content, _, context) => `\n\n${content}\n\n${innermost(context)?.toMarkdown() ?? ''}\n\n`,
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
