/** Finds tables that have only horizontal rules: above and below the table, and below its header. */

import { middleOf, type Rule, type Run } from '../../page/run.ts'
import type { PdfLine } from '../line.ts'
import { isMarkerAlone } from '../markers.ts'
import { textLinesOf } from '../page-lines.ts'
import { alignedRows, isRunningText, tableOfRows } from './aligned-table.ts'
import { linesOfTable, type Table } from './table.ts'
import { columnsAt, cutAtGaps, tableColumnsOf } from './table-columns.ts'
import type { AlignedRow } from './table-rows.ts'

/** Rules at the same height. */
type Level = Pick<Rule, 'at' | 'from' | 'to'>

/** Maximum horizontal distance between the ends of two rules in the same table. */
const near = 8
const minWidth = 90

/** `runs`: the runs outside ruled tables. `rules`: the horizontal rules outside them, excluding underlines. */
export function findOpenTables(runs: readonly Run[], rules: readonly Rule[]): { tables: Table[]; rest: Run[] } {
  const levels = levelsOf(rules)
  const tables: Table[] = []
  let rest = [...runs]
  const lines = levels.length < 2 ? [] : textLinesOf(runs)
  for (let at = 0; at < levels.length; ) {
    const end = endOf(levels, at, lines)
    const [top, bottom] = [levels[at] as Level, levels[end] as Level]
    const table = end > at ? tableBetween(levels.slice(at, end + 1), textLinesOf(rest)) : null
    if (table) {
      tables.push(table)
      rest = rest.filter((run) => !isBetween(run, { ...top, at: table.top }, { ...bottom, at: table.bottom }))
    }
    at = table ? end + 1 : at + 1
  }
  return { tables, rest }
}

function levelsOf(rules: readonly Rule[]): Level[] {
  const levels: Level[] = []
  for (const rule of [...rules].sort((a, b) => a.at - b.at || a.from - b.from)) {
    const last = levels.findLast(({ at, from, to }) => rule.at - at < 3 && rule.from < to + 30 && rule.to > from - 30)
    if (!last) levels.push({ ...rule })
    else {
      last.from = Math.min(last.from, rule.from)
      last.to = Math.max(last.to, rule.to)
    }
  }
  return levels
}

const isWhole = ({ from, to }: Level, top: Level) => Math.abs(from - top.from) < near && Math.abs(to - top.to) < near

/** Returns the index of the last rule of the table that starts at rule `start`, or `start` if no table starts at that rule. */
function endOf(levels: readonly Level[], start: number, lines: readonly PdfLine[]): number {
  const top = levels[start]
  if (!top || top.to - top.from < minWidth) return start
  let end = start
  for (let at = start + 1; at < levels.length; at++) {
    const level = levels[at]
    if (!level || !isWhole(level, top)) continue
    const between = lines.filter((line) => isBetween(line, levels[end] as Level, level))
    if (between.some(({ left, right }) => left < top.from - near || right > top.to + near)) break
    if (end > start && between.length > 0 && isText(between, top)) break
    if (between.filter((line) => isWide(line, top, 0.75)).length > 1) break
    end = at
  }
  return end
}

function isBetween(one: PdfLine | Run, above: Level, below: Level): boolean {
  const middle = middleOf(one)
  return middle > above.at && middle < below.at && one.right > above.from && one.left < above.to
}

const caption = /^(?:table|tab\.|figure|fig\.|source|sources|notes?|abbreviations?)\b/i

/** True for a line of text that fills the given share of the width of a table. */
const isWide = ({ left, right, text }: PdfLine, { from, to }: Level, share: number) =>
  right - left > (to - from) * share && (text.match(/\p{L}/gu)?.length ?? 0) > text.length * 0.6

/** True for lines of text between tables, such as notes and captions. */
function isText(lines: readonly PdfLine[], { from, to }: Level): boolean {
  const rows = alignedRows(lines)
  if (caption.test(rows[0]?.lines[0]?.text ?? '')) return true
  const isLong = (line: PdfLine) => line.right - line.left > (to - from) * 0.5
  const isUncut = (line: PdfLine) => isLong(line) || cutAtGaps(line).length === 1
  return (
    rows.every((row) => row.lines.length === 1 && row.lines.every(isUncut)) && (rows.length > 2 || lines.some(isLong))
  )
}

/** A line that ends in leaders and a single number belongs to a table of contents. */
const contentsEntry = /^.*?(?:[.·…‥_]\s?){4,}\s*[\divxlcA-Z.-]{1,8}$/

function tableBetween(levels: readonly Level[], all: readonly PdfLine[]): Table | null {
  const [top, bottom] = [levels[0] as Level, levels.at(-1) as Level]
  const lines = all.filter((line) => isBetween(line, top, bottom))
  const rows = alignedRows(lines)
  if (rows.length === 0) return null
  const wholes = levels.filter((level) => isWhole(level, top)).map(({ at }) => at)
  const outer = outerRows(rows, alignedRows(all.filter((line) => !lines.includes(line))), wholes)
  const [above, below] = [outer.filter(isAbove(top.at)), outer.filter((row) => !isAbove(top.at)(row))]
  const ruled = tableOfRows([...above, ...rows, ...below], { rules: wholes })
  const box = { left: top.from, right: top.to }
  if (ruled && isTabular(ruled))
    return { ...ruled, ...box, top: above[0]?.top ?? top.at, bottom: below.at(-1)?.bottom ?? bottom.at }
  const wide = lines.filter((line) => isWide(line, top, 0.6)).length
  if (wide > 1 && wide > rows.length * 0.1) return null
  const entries = rows.filter((row) => contentsEntry.test(row.lines.map(({ text }) => text).join(' ')))
  if (entries.length > rows.length * 0.3) return null
  if (rows.filter((row) => row.lines.length > 1).length < 2) return null
  const table = tableOfRows(rows, wholes.length > 2 ? { headEnd: wholes[1] } : {})
  return table && isTabular(table) ? { ...table, ...box, top: top.at, bottom: bottom.at } : null
}

const isAbove = (y: number) => (row: AlignedRow) => row.bottom < y + 3

/** Returns the rows above the first rule and below the last one. Each has text in several columns, and none between the columns. */
function outerRows(own: readonly AlignedRow[], others: readonly AlignedRow[], rules: readonly number[]): AlignedRow[] {
  const cut = ({ lines }: AlignedRow) => lines.flatMap((line) => cutAtGaps(line))
  const gutters = tableColumnsOf(own.map(cut))
  const [first = 0, last = 0] = [rules[0], rules.at(-1)]
  const firstRows = rules.flatMap((y) => own.find(({ top }) => top > y - 3) ?? [])
  const padding = Math.max(...firstRows.map(({ top }) => top - (rules.findLast((y) => y < top + 3) ?? top)))
  const isRow = (row: AlignedRow) => {
    const columns = cut(row).map((line) => columnsAt(line, gutters))
    return columns.every(({ length }) => length === 1) && new Set(columns.flat()).size === columns.length
  }
  const isNamed = (row: AlignedRow) => cut(row).length > 1
  const above = others.findLast(isAbove(first))
  const below: AlignedRow[] = []
  for (const row of others.filter(({ top }) => top > last - 3)) {
    const { bottom, lines } = below.at(-1) ?? { bottom: last, lines: row.lines }
    const gap = below.length === 0 ? padding + 2 : (lines[0]?.size ?? 10) * 0.5
    if (row.top - bottom > gap || !isRow(row)) break
    below.push(row)
  }
  const isNear = above !== undefined && first - above.bottom < padding + 2 && isRow(above) && isNamed(above)
  return [...(isNear ? [above] : []), ...(below.some(isNamed) ? below : [])]
}

/** True if several rows have several cells, and at most one column contains running text. */
function isTabular({ rows }: Table): boolean {
  const shared = rows.filter((row) => row.filter(({ lines }) => lines.length > 0).length > 1)
  const width = Math.max(...rows.map((row) => row.length))
  if (shared.every(([first]) => first?.lines.every(({ text }) => isMarkerAlone(text)))) return false
  if (width < 2 || shared.length < 2 || shared.length < rows.length * 0.4) return false
  // Paragraphs and code between rules aren't rows.
  const lines = linesOfTable({ rows })
  if (lines.filter((line) => line.isMonospaced).length > lines.length * 0.3) return false
  const columns = Array.from({ length: width }, (_, at) => rows.flatMap((row) => row[at]?.lines ?? []))
  const prose = [...columns.keys()].filter((at) => isRunningText(columns[at] ?? []))
  // If several columns contain running text, they are columns to read one after the other.
  const goesOn = shared.filter((row) => prose.some((at) => /^\p{Ll}/u.test(row[at]?.lines[0]?.text ?? '')))
  return prose.length < 2 && goesOn.length <= shared.length * 0.3
}
