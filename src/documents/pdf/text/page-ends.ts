/** Joins content across page breaks: moves the rest of a hyphenated word to the page where it starts, and continues tables. */

import { lineOf, type PdfLine } from '../layout/line.ts'
import type { Table } from '../layout/tables/table.ts'
import { splitRun } from '../page/run.ts'
import type { Block, ItemBlock, TextBlock } from './block.ts'

/** Modifies the blocks in place. */
export function joinPageEnds(pages: readonly { number: number; blocks: Block[] }[]): void {
  for (const [at, { number, blocks }] of pages.entries()) {
    const previous = pages[at - 1]
    const above = previous?.number === number - 1 ? previous.blocks.findLast(isBody) : null
    const first = blocks[0]
    if (!above || !first) continue
    if (above.kind === 'table' && first.kind === 'table' && continuesTable(above.table, first.table)) {
      first.table.headRows = 0
    }
    if (first.kind !== 'text' || first.level !== null || first.note !== null) continue
    if ((above.kind === 'text' && above.level === null) || above.kind === 'item') takeRestOfWord(above, first)
    if (first.lines.length === 0) blocks.shift()
  }
}

const isBody = (block: Block) => block.kind !== 'text' || block.note === null

/** True for a table with the same columns, if its first row doesn't repeat their names. */
function continuesTable(above: Table, table: Table): boolean {
  const columnsOf = ({ rows }: Table) =>
    Math.max(...rows.map((row) => row.reduce((sum, cell) => sum + cell.columns, 0)))
  const near = 12
  const isBelow =
    Math.abs(above.left - table.left) < near &&
    Math.abs(above.right - table.right) < near &&
    columnsOf(above) === columnsOf(table)
  const textOf = ({ rows }: Table) =>
    (rows[0] ?? []).map(({ lines }) => lines.map(({ text }) => text).join(' ')).join('|')
  const isNamed = (table.rows[0] ?? []).every(({ lines }) => lines.length > 0 && lines.every((line) => line.isBold))
  return isBelow && !isNamed && textOf(above) !== textOf(table)
}

/** If the last word of a page is hyphenated, moves the rest of the word to that page. */
function takeRestOfWord(above: TextBlock | ItemBlock, block: TextBlock): void {
  const [first, ...others] = block.lines
  const [run, ...runs] = first?.runs ?? []
  if (!first || !run || !/\p{L}[-\u00ad\u2010]$/u.test(above.lines.at(-1)?.text ?? '')) return
  const word = /^\s*\p{Ll}\S*/u.exec(run.text)?.[0]
  if (word === undefined || (word.length === run.text.length && runs.length > 0 && !runs[0]?.text.startsWith(' ')))
    return
  const [own, rest] = splitRun(run, word.length)
  const left: PdfLine[] =
    rest.text === '' && runs.length === 0 ? [] : [lineOf(rest.text === '' ? runs : [rest, ...runs])]
  above.lines.push(lineOf([own]))
  block.lines = [...left, ...others]
}
