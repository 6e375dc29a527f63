/** The structure of a table on a page: cells with their lines. */

import { type Box, groupsOf, quantile, stepsOf } from '../../page/geometry.ts'
import type { PageContent } from '../../page/page-content.ts'
import { middleOf, type Run } from '../../page/run.ts'
import { linesText, type PdfLine } from '../line.ts'

export interface PageTableCell {
  /** From top to bottom, and in reading order on the same baseline. */
  lines: PdfLine[]
  columns: number
  rows: number
  /** Lines followed by an intentional line break, if known. */
  breaks?: ReadonlySet<PdfLine>
}

export interface Table extends Box {
  rows: PageTableCell[][]
  headRows: number
}

export interface PageLines extends PageContent {
  /** The page number that the document states; null if it states none. */
  label: string | null
  tables: Table[]
  /** The lines outside its tables. */
  lines: PdfLine[]
  turnedLines: PdfLine[][]
  artifacts: PdfLine[]
}

export const linesOfTable = ({ rows }: Pick<Table, 'rows'>) => rows.flat().flatMap(({ lines }) => lines)

const numeric = /^(?=\D*\d)[\s\d.,%$€£¥+\-–−()/:]+$/

export const isNumeric = (text: string) => numeric.test(text)

export const isBoldRow = (row: readonly PageTableCell[]) =>
  row.every(({ lines }) => lines.every(({ isBold }) => isBold))

/** Returns 1 if the first row contains the names of the columns, otherwise 0. */
export function headRowsOf(rows: readonly PageTableCell[][]): number {
  const [first = [], ...others] = rows
  if (others.length === 0) return 0
  const texts = first.map(({ lines }) => linesText(lines))
  const filled = texts.filter((text) => text !== '')
  if (filled.length < first.length - 1 || filled.length === 0) return 0
  if (isBoldRow(first)) return 1
  return filled.some((text) => isNumeric(text) && !/^(?:19|20)\d\d$/.test(text)) ? 0 : 1
}

/** Rows of a table are at most this many usual steps apart. */
const maxStep = 1.75
/** Baselines of one row differ by less than this. */
const near = 2

/**
 * Returns a test for lines in the table. The test is true if a row that isn't `repeated` is next to the line, or if only repeated rows are
 * in between. A row is repeated if all its text is.
 */
export function rowTest(table: Table, repeated: Pick<ReadonlySet<Run>, 'has'>): (line: PdfLine) => boolean {
  const lines = linesOfTable(table)
  lines.sort((a, b) => a.baseline - b.baseline)
  const rows = groupsOf(lines, (before, { baseline }) => baseline - before.baseline <= near).map((row) => ({
    y: row[0].baseline,
    isRepeated: row.every(({ runs }) => runs.every((run) => repeated.has(run))),
  }))
  const widest = (quantile(stepsOf(rows.map(({ y }) => y)), 0.5) ?? 0) * maxStep + near
  const meetsRow = ({ baseline }: PdfLine, outward: Iterable<(typeof rows)[number]>) => {
    let last = baseline
    for (const { y, isRepeated } of outward) {
      if (Math.abs(y - last) > widest) return false
      if (!isRepeated) return true
      last = y
    }
    return false
  }
  return (line) => {
    const middle = middleOf(line)
    if (middle < table.top || middle > table.bottom || line.right < table.left || line.left > table.right) return false
    const below = rows.filter(({ y }) => y > line.baseline + near)
    const above = rows.filter(({ y }) => y < line.baseline - near)
    return meetsRow(line, below) || meetsRow(line, above.reverse())
  }
}
