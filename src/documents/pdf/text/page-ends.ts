/** Joins content across page breaks: moves the rest of a hyphenated word to the page where it starts, and continues tables. */

import { lineOf, linesText } from '../layout/line.ts'
import type { Table } from '../layout/tables/table.ts'
import { splitRun } from '../page/run.ts'
import type { Block, ItemBlock, TextBlock } from './block.ts'

/** Modifies the blocks in place. */
export function joinPageEnds(pages: readonly { number: number; blocks: Block[] }[]): void {
  let above: Block | undefined
  let head: readonly string[] = []
  let previous = 0
  for (const { number, blocks } of pages) {
    // Pages in between may have been left out.
    if (number !== previous + 1) [above, head] = [undefined, []]
    previous = number
    const first = blocks.find(isBody)
    if (above?.kind === 'table' && first?.kind === 'table' && continueTable(above.table, first.table, head)) {
      // A single row isn't recognizable as a table.
      if (first.table.rows.length === 1) above.table.rows.push(...first.table.rows.splice(0))
    }
    const isOpen = (above?.kind === 'text' && above.level === null) || above?.kind === 'item'
    if (isOpen && first?.kind === 'text' && first.level === null) takeRestOfWord(above as TextBlock | ItemBlock, first)
    if (first && isEmpty(first)) blocks.splice(blocks.indexOf(first), 1)
    for (const block of blocks.filter(isBody)) {
      above = block
      if (block.kind !== 'table') head = []
      else if (block.table.headRows > 0) head = rowTexts(block.table).slice(0, block.table.headRows)
    }
  }
}

const isBody = (block: Block) => block.kind !== 'text' || (block.note === null && !block.isRunning)
const isEmpty = (block: Block) =>
  block.kind === 'table' ? block.table.rows.length === 0 : block.kind === 'text' && block.lines.length === 0

const rowTexts = ({ rows }: Table) => rows.map((row) => row.map(({ lines }) => linesText(lines)).join('|'))

/** Returns true if a table continues the one above it. If so, removes its head, which repeats `head`. */
function continueTable(above: Table, table: Table, head: readonly string[]): boolean {
  const own = rowTexts(table).slice(0, head.length + 1)
  const repeats = head.length > 0 && own.length > head.length && head.every((text, at) => text === own[at])
  if (repeats && own.at(-1) !== head.at(-1)) table.rows.splice(0, head.length)
  else if (!continuesTable(above, table)) return false
  table.headRows = 0
  return true
}

function continuesTable(above: Table, table: Table): boolean {
  const columnsOf = ({ rows }: Table) =>
    Math.max(...rows.map((row) => row.reduce((sum, cell) => sum + cell.columns, 0)))
  const near = 12
  const isBelow =
    Math.abs(above.left - table.left) < near &&
    Math.abs(above.right - table.right) < near &&
    columnsOf(above) === columnsOf(table)
  const isNamed = (table.rows[0] ?? []).every(({ lines }) => lines.length > 0 && lines.every((line) => line.isBold))
  return isBelow && !isNamed
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
  const left = rest.text === '' ? runs : [rest, ...runs]
  above.lines.push(lineOf([own]))
  block.lines = left.length === 0 ? others : [lineOf(left), ...others]
}
