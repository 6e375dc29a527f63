/** Finds tables of contents: lines that end in leaders and a page number, and the lines between them. */

import { lineOf, type PdfLine } from '../layout/line.ts'
import { alignedRows } from '../layout/tables/aligned-table.ts'
import { type Box, enclosingBox, groupsOf } from '../page/geometry.ts'
import type { Run } from '../page/run.ts'
import type { ItemBlock } from './block.ts'

export interface Contents extends Box {
  entries: { indent: number; lines: PdfLine[] }[]
}

const number = String.raw`(?:[A-Z]{0,2}[-–.]?\d[\d.,–-]{0,7}|[ivxlcdm]{1,8})`
const endsInLeaders = new RegExp(String.raw`(?:[.·…‥_]\s?){4,}${number}$`)
const numberAtEnd = new RegExp(String.raw`(?:^|\s)${number}$`)
const leaders = /(?:\s?[.·…‥_]){4,}\s*/g
/** Maximum number of unnumbered rows between entries. */
const maxBetween = 2

export function findContents(lines: readonly PdfLine[]): { contents: Contents[]; rest: PdfLine[] } {
  const contents: Contents[] = []
  let rest = [...lines]
  for (const right of rightSidesOf(lines)) {
    const rows = alignedRows(rest.filter((line) => line.right <= right + line.size * 0.5)).map((row) => row.lines)
    for (let at = 0; at < rows.length; ) {
      const end = endOf(rows, at, right)
      const part = rows.slice(at, end)
      if (part.filter(isLed).length >= 2) {
        contents.push(contentsOf(part, right))
        rest = rest.filter((line) => !part.flat().includes(line))
      }
      at = Math.max(end, at + 1)
    }
  }
  return { contents, rest }
}

function rightSidesOf(lines: readonly PdfLine[]): number[] {
  const ends = lines.filter((line) => endsInLeaders.test(line.text) && !line.isRightToLeft)
  const groups = Map.groupBy(ends, ({ right }) => Math.round(right / 8)).values()
  const columns = [...groups].filter((group) => group.length >= 2)
  return columns.map((group) => Math.max(...group.map(({ right }) => right))).sort((a, b) => a - b)
}

type Row = PdfLine[]

const isLed = (row: Row) => endsInLeaders.test(row.at(-1)?.text ?? '')

/** True for a row that ends with a number at the common right edge. Chapter entries often have no leaders. */
function isEntry(row: Row, right: number): boolean {
  const last = row.at(-1)
  if (!last || Math.abs(last.right - right) > last.size * 0.6) return false
  return isLed(row) || (numberAtEnd.test(last.text) && (row.length > 1 || /\p{L}.*\s/u.test(last.text)))
}

/** Returns the index after the last row of the table of contents that starts at row `start`, or `start` if none starts there. */
function endOf(rows: readonly Row[], start: number, right: number): number {
  if (!isEntry(rows[start] ?? [], right)) return start
  let end = start + 1
  for (let at = end; at < rows.length && at - end <= maxBetween; at++) {
    const [before, row] = [rows[at - 1]?.[0], rows[at]]
    if (!before || !row?.[0] || row[0].baseline - before.baseline > row[0].size * 5) break
    if (isEntry(row, right)) end = at + 1
  }
  return end
}

function contentsOf(rows: readonly Row[], right: number): Contents {
  const box = enclosingBox(rows.flat())
  const entries = groupsOf(rows, (before, row) => !isEntry(before, right) && goesOn(before, row))
  return {
    ...box,
    right,
    entries: entries.map((own) => ({
      indent: (own[0][0]?.left ?? 0) - box.left,
      lines: own.map((row) => lineOf(row.flatMap((one) => withoutLeaders(one.runs)))),
    })),
  }
}

/** True if a row without a number is the first line of an entry that continues in the next row. */
function goesOn([first]: Row, [second]: Row): boolean {
  if (!first || !second) return false
  return second.baseline - first.baseline < first.size * 1.6 && second.left > first.left - 1
}

/** Removes the dots between an entry and its page number from the runs of a line. */
export function withoutLeaders(runs: readonly Run[]): Run[] {
  return runs.flatMap((run, at) => {
    let text = run.text.replace(leaders, ' ')
    if (at < runs.length - 1) text = text.replace(/(?:\s[.·…‥_]){1,3}\s*$/, ' ')
    if (at > 0) text = text.replace(/^\s*(?:[.·…‥_]\s){1,3}/, ' ')
    return /[^\s.·…‥_]/.test(text) ? [{ ...run, text }] : []
  })
}

/** Returns the entries as list items, nested by their indentation. */
export function contentsBlocks({ entries }: Contents): ItemBlock[] {
  return entries.map(({ indent, lines }) => ({
    kind: 'item',
    marker: { kind: 'bullet', length: 0 },
    label: '',
    lines,
    indent,
    breaks: new Set(),
  }))
}
