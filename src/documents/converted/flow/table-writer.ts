/** Turns rows of cells with spans into the HTML of a table. */

import { cellHtml } from '../write-html.ts'

export interface FlowCell {
  html: string
  columns: number
  rows: number
}

export interface FlowRow {
  cells: FlowCell[]
  /** True if the document declares the row to be a header. */
  isHeader: boolean
}

/** Returns the table; empty if all cells are empty. If no header is declared, a first row that names every column becomes the header. */
export function tableHtml(rows: readonly FlowRow[]): string {
  if (rows.every(({ cells }) => cells.every(({ html }) => html === ''))) return ''
  const stated = rows.findIndex(({ isHeader }) => !isHeader)
  const headers = stated === -1 ? rows.length : stated
  const count = headers === 0 && namesColumns(rows) ? 1 : headers
  const all = rows.flatMap(({ cells }) => cells)
  const nested = all.filter(({ html }) => html.includes('<table'))
  // Other tables with tables in their cells are layout.
  const isData = rows.length > 1 && all.length > rows.length && nested.length <= all.length / 2
  if (isData && nested.every(({ html, columns }) => columns === 1 && html.length <= maxNestedChars))
    for (const cell of nested) cell.html = rowsAsLines(cell.html)
  const lines = rows.map(({ cells }, i) => rowHtml(cells, i < count ? 'th' : 'td'))
  const head = count === 0 ? '' : `<thead>${lines.slice(0, count).join('')}</thead>`
  return `<table>${head}<tbody>${lines.slice(count).join('')}</tbody></table>\n`
}

const maxNestedChars = 800

/** Turns the rows of small tables in a cell into lines. Markdown has no nested tables, and the outer table would become text. */
function rowsAsLines(html: string): string {
  return html
    .replace(/<\/?(?:t(?:able|head|body|foot)|caption|col(?:group)?)\b[^>]*>/g, '')
    .replace(/<\/t[dh]>\s*<t[dh]\b[^>]*>/g, ' | ')
    .replace(/<tr\b[^>]*>\s*<t[dh]\b[^>]*>/g, '<p>')
    .replace(/<\/t[dh]>\s*<\/tr>/g, '</p>')
}

const maxHeaderChars = 200

function namesColumns(rows: readonly FlowRow[]): boolean {
  const cells = rows[0]?.cells ?? []
  if (rows.length < 2 || cells.length < 2) return false
  return cells.every(
    ({ html }) =>
      html !== '' && html.length <= maxHeaderChars && !/<(?:table|li|h\d|blockquote)|^<p>\d+\.<\/p>\n$/.test(html),
  )
}

function rowHtml(cells: readonly FlowCell[], name: 'td' | 'th'): string {
  return `<tr>${cells.map((cell) => cellHtml(name, cell, alone(cell.html))).join('')}</tr>\n`
}

/** Unwraps the content of a cell's only paragraph. */
function alone(html: string): string {
  const end = html.length - '</p>\n'.length
  return html.startsWith('<p>') && html.indexOf('</p>') === end ? html.slice('<p>'.length, end) : html
}
