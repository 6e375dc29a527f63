/** Converts data tables to GFM tables: expands spans, writes a title row as a paragraph, and gives every row as many cells as the header. Layout tables become text. */

import type { AnyNode, Element } from 'domhandler'
import { isHeadingElement, roleName } from '../../../html/elements.ts'
import { isElement, isText, walk } from '../../../html/traverse.ts'
import { expandSpans, hasText, isTitle, spansOf, type TableCell, withLongCellsOnce } from '../../tables/table-grid.ts'
import type { MarkdownRule, OpenTable, RuleContext } from '../syntax/markdown-rule.ts'

class TableBuilder implements OpenTable {
  caption = ''
  private readonly sections: Record<'thead' | 'tbody' | 'tfoot', TableCell[][]> = { thead: [], tbody: [], tfoot: [] }
  private current: TableCell[] = []

  startRow(row: Element): void {
    this.current = []
    const section = row.parent && isElement(row.parent) ? row.parent.name : 'tbody'
    this.sections[section === 'thead' || section === 'tfoot' ? section : 'tbody'].push(this.current)
  }

  addCell(content: string, element: Element): void {
    const { attribs } = element
    this.current.push({
      text: cellText(content),
      isHeader: roleName(element) === 'th',
      ...spansOf(attribs),
      align: alignmentOf(attribs),
    })
  }

  toMarkdown(): string {
    const { thead, tbody, tfoot } = this.sections
    const spanned = expandSpans([...thead, ...tbody, ...tfoot])
    const width = spanned.reduce((most, row) => Math.max(most, lastStart(row) + 1), 0)
    const filled = spanned.filter(hasText)
    const title = takeTitle(filled, 0, width)
    const note = takeTitle(filled, -1, width)
    const caption = [this.caption, title].map((text) => (text ? `${text}\n\n` : '')).join('')
    const rows = withLongCellsOnce(filled).filter(hasText)
    const [first] = rows
    if (!first) return caption
    // A grid whose cells are mostly empty is either hostile or a drawing, so its text is written as lines.
    const cells = rows.reduce((sum, row) => sum + row.length, 0)
    if (width * rows.length > 200_000 + 8 * cells)
      return caption + rows.map((row) => row.flatMap(({ text }) => text || []).join(' ')).join('\n\n')
    // A header row without text is left out.
    const hasHeader = title !== '' || spanned.slice(0, thead.length).some(hasText) || isHeaderRow(first)
    const header = hasHeader ? first : []
    const body = hasHeader ? rows.slice(1) : rows
    const alignments = Array.from({ length: width }, (_, i) => first[i]?.align || '---')
    const texts = [header, ...body].map((row) => toLine(Array.from({ length: width }, (_, i) => row[i]?.text ?? '')))
    return `${caption}${[texts[0], toLine(alignments), ...texts.slice(1)].join('\n')}\n\n${note}`
  }
}

/** Returns the index of the last column in which a cell starts, because a `colspan` may extend past the columns of its table. */
const lastStart = (row: readonly TableCell[]) => row.findLastIndex((cell, at) => cell !== row[at - 1])

/** Removes the first or last row if it consists of one cell spanning several columns, and returns its text. */
function takeTitle(rows: TableCell[][], at: 0 | -1, width: number): string {
  const row = rows.at(at)
  if (!row || !isTitle(row, width)) return ''
  rows.splice(at, 1)
  return row[0]?.text.replaceAll('<br>', '\n\n').replaceAll('\\|', '|') ?? ''
}

const toLine = (cells: string[]) => `|${cells.map((cell) => (cell ? ` ${cell} |` : '  |')).join('')}`

/** True if every cell with text is a `th`, or if all of them are bold and there are several. */
function isHeaderRow(row: TableCell[]): boolean {
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

function alignmentOf({ align, style }: Element['attribs']): string {
  const side = (/text-align\s*:\s*(\w+)/i.exec(style ?? '')?.[1] ?? align ?? '').toLowerCase()
  return { left: ':--', right: '--:', center: ':-:' }[side] ?? ''
}

const innermost = ({ tables }: RuleContext) => tables.at(-1) ?? null

const cell: MarkdownRule = {
  scope: 'cell',
  keepsBlank: true,
  applies: (_, context) => innermost(context) !== null && context.inside.cell === 0,
  otherwise: { open: (_, { output }) => output.breakWord(), close: (_, { output }) => output.breakWord() },
  replacement(content, element, context) {
    innermost(context)?.addCell(content, element)
    return ''
  },
}

export const tableRules: Record<string, MarkdownRule> = {
  table: {
    display: 'block',
    keepsBlank: true,
    applies: (element, context) => !context.inside.cell && !context.inside.link && holdsData(element),
    open: (_, { tables }) => void tables.push(new TableBuilder()),
    // Text that is in the table but outside its cells comes first.
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

const layoutElements = new Set(['form', 'iframe', 'article', 'section', 'nav', 'header', 'footer'])
const codeTable = /(?:^|\s)(?:highlighttable|rouge-table|lntable|hljs-ln|codehilitetable|syntaxhighlighter)(?:\s|$)/
const maxCharsPerCell = 400

/** True for a table of data rather than layout. Stops at the first nested table, so that nested tables take linear time. */
function holdsData(table: Element): boolean {
  const { role, class: classes = '' } = table.attribs
  if (role === 'presentation' || role === 'none' || codeTable.test(classes)) return false
  let [rows, cells, cellsInRow, maxCells, headers, layoutBlocks, chars] = [0, 0, 0, 0, 0, 0, 0]
  let isNested = false
  // A heading that fills its cell is a column header. A heading followed by text is one of the page's headings.
  let heading: 'none' | 'open' | 'closed' = 'none'
  const enter = (node: AnyNode): boolean => {
    if (isText(node)) {
      const { length } = node.data.trim()
      chars += length
      if (length > 0 && heading === 'closed') layoutBlocks++
    }
    if (isNested || !isElement(node)) return !isNested
    const name = roleName(node)
    isNested = name === 'table'
    if (name === 'tr') {
      rows++
      cellsInRow = 0
    } else if (name === 'td' || name === 'th') {
      cells++
      maxCells = Math.max(maxCells, ++cellsInRow)
      heading = 'none'
    } else if (isHeadingElement(node)) heading = 'open'
    if (name === 'th' || name === 'caption') headers++
    if (layoutElements.has(name)) layoutBlocks++
    return !isNested
  }
  walk(table, enter, (node) => {
    if (isElement(node) && isHeadingElement(node)) heading = 'closed'
  })
  if (isNested || cells === 0) return false
  if (headers > 0) return true
  return rows > 1 && maxCells > 1 && layoutBlocks === 0 && chars / cells < maxCharsPerCell
}
