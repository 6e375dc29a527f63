/** Lays out the pages of a document as blocks: leaves out content repeated across pages, and finds headings by comparing all pages. */

import { lazy } from '../../base/once.ts'
import { halfPoints, type PdfLine } from './layout/line.ts'
import { textLinesOf } from './layout/page-lines.ts'
import { findRuledTables } from './layout/tables/ruled-tables.ts'
import {
  isBoldRow,
  linesOfTable,
  type PageLines,
  type PageTableCell,
  rowTest,
  type Table,
} from './layout/tables/table.ts'
import { cutAtGaps } from './layout/tables/table-columns.ts'
import { enclosingBox } from './page/geometry.ts'
import type { PageContent } from './page/page-content.ts'
import { charsIn, modeOf, type Run } from './page/run.ts'
import type { PdfContents } from './pdf-document.ts'
import { contentIds, readTaggedPage, splitArtifacts, type Tagging, taggingOf } from './tagged/tagging.ts'
import type { Block, TextBlock } from './text/block.ts'
import { columnBlocks } from './text/blocks.ts'
import { regionsOf } from './text/columns.ts'
import { contentsBlocks, findContents } from './text/contents.ts'
import { type FixedContent, type Furniture, findFurniture, joinedRows } from './text/furniture.ts'
import { markHeadings } from './text/headings.ts'
import { findMarks, markNotes, type NoteName, nameNotes } from './text/notes.ts'
import { outlineDepths } from './text/outline.ts'
import { joinPageEnds } from './text/page-ends.ts'
import { Words } from './text/spans.ts'

export type LaidOutDocument = ReturnType<typeof layOut>

/**
 * Returns the blocks of each page with the names of its notes, keyed by their markers. `runningText`: the text of each row of running
 * headers and footers that was left out.
 */
export function layOut({ pages: contents, outline, labels }: PdfContents) {
  const plain = withoutMonospace(contents)
  const tagging = taggingOf(plain)
  const pages = plain.map((page) => openPage(page, labels, tagging))
  const words = new Words()
  for (const { lines } of pages) for (const { text } of lines) words.add(text)
  const bodySize = bodySizeOf(pages)
  const fixed = pages.map((page) => contentOf(page, tagging, bodySize))
  const furniture = findFurniture(pages, bodySize, fixed)
  const isText = (line: PdfLine) => !furniture.running.has(line) && !furniture.apart.has(line)
  const read = (lines: readonly PdfLine[], tables: readonly Table[] = []) => blocksIn(lines, tables, bodySize)
  const tagged = pages.map((page) =>
    tagging && page.lines.length <= maxRuns ? readTaggedPage(page, tagging, isText, read) : null,
  )
  const readByPlace = ({ lines, tables, turnedLines }: PageLines) =>
    [read(lines.filter(isText), tables), ...turnedLines.map((own) => read(own.filter(isText)))].flat()
  const blocksOfPages = pages.map((page, at) => withFurniture(tagged[at] ?? readByPlace(page), page, furniture))
  const marks = findMarks(blocksOfPages.flat())
  const laidOut = pages.map(({ number, annotations }, at) => {
    return { number, annotations, blocks: markNotes(blocksOfPages[at] ?? [], bodySize, marks) }
  })
  const byPlace = laidOut.filter((_, at) => !tagged[at] || !tagging?.hasHeadings)
  const isDeck = pages.length > 2 && pages.filter(({ width, height }) => width > height).length * 2 > pages.length
  const runs = pages.flatMap(({ lines }) => lines.flatMap((line) => line.runs))
  const bodyFont = modeOf(runs.map(({ font, text }) => [font.name, text.length])) ?? ''
  markHeadings(byPlace, { bodySize, bodyFont, isDeck }, outlineDepths(outline))
  joinPageEnds(laidOut)
  const notes = nameNotes(laidOut)
  return {
    pages: laidOut.map((page, at) => ({ ...page, notes: notes[at] ?? new Map<string, NoteName>() })),
    words,
    runningText: pages.flatMap(({ lines, turnedLines, artifacts }) => {
      const own = [...lines, ...turnedLines.flat(), ...artifacts].filter((line) => furniture.running.has(line))
      return joinedRows(own).map(({ text }) => text)
    }),
  }
}

/** Returns tests for lines of a page that can't be running text. */
function contentOf(page: PageLines, tagging: Tagging | null, bodySize: number): FixedContent {
  const ids = tagging ? contentIds(page) : new Set()
  const { lines, tables, height } = page
  // Running text is in the outer fifths of a page, so the tables around it begin or end in the outer thirds.
  const isOuter = ({ baseline }: PdfLine) => baseline < height / 3 || baseline > (height * 2) / 3
  const blocks = lazy(() => blocksIn(lines.filter(isOuter), tables, bodySize))
  return {
    isTagged: ({ runs }) => runs.some(({ mark }) => mark !== null && ids.has(mark)),
    rowTest(repeated) {
      const tests = lazy(() => {
        const runs = new Set(lines.flatMap((line) => (repeated.has(line) ? line.runs : [])))
        return blocks().flatMap((block) => (block.kind === 'table' ? rowTest(block.table, runs) : []))
      })
      return (line) => tests().some((isRow) => isRow(line))
    },
  }
}

/** Adds headers above and footers below the text. Office programs mark even a document's title as an artifact. */
function withFurniture(blocks: Block[], { lines, artifacts, height }: PageLines, furniture: Furniture): Block[] {
  const { running, apart } = furniture
  const title = artifacts.filter((line) => !running.has(line) && !apart.has(line))
  const [footers = [], headers = []] = [false, true].map((isHeader) =>
    [...lines, ...artifacts].filter((line) => apart.has(line) && line.baseline < height / 2 === isHeader),
  )
  const blockOf = (some: readonly PdfLine[], isRunning: boolean): Block[] =>
    some.length === 0 ? [] : [{ ...plainLines(joinedRows(some)), isRunning }]
  return [...blockOf(title, false), ...blockOf(headers, true), ...blocks, ...blockOf(footers, true)]
}

const signsOfCode = /[{}[\]<>;=_$#\\|]/g

/** If most of the text is monospaced, as in a typescript or a receipt, monospaced fonts don't indicate code. */
function withoutMonospace(pages: readonly PageContent[]): readonly PageContent[] {
  const runs = pages.flatMap((page) => page.runs)
  const [all, mono] = [charsIn(runs), charsIn(runs.filter(({ font }) => font.isMonospaced))]
  const signs = runs.reduce((sum, { text }) => sum + (text.match(signsOfCode)?.length ?? 0), 0)
  if (mono <= all * 0.8 || signs > all * 0.02) return pages
  const plain = (own: readonly Run[]) =>
    own.map((run) => ({ ...run, font: { ...run.font, isMonospaced: false, hasWideSpaces: true } }))
  return pages.map((page) => ({ ...page, runs: plain(page.runs), turned: page.turned.map(plain) }))
}

/** A page with more runs is a drawing, whose lines are listed from top to bottom. */
const maxRuns = 40_000

function openPage(page: PageContent, labels: readonly string[], tagging: Tagging | null): PageLines {
  const { content, artifacts } = tagging ? splitArtifacts(page) : { content: page, artifacts: [] }
  const isDense = content.runs.length > maxRuns
  const { tables, rest } = findRuledTables(content.runs, isDense ? [] : content.rules)
  return {
    ...content,
    tables,
    label: labels[content.number - 1] ?? null,
    lines: textLinesOf(rest),
    turnedLines: content.turned.map(textLinesOf),
    // Leaders and other decorations aren't text.
    artifacts: artifacts.flatMap(textLinesOf).filter(({ text }) => /[\p{L}\p{N}]/u.test(text)),
  }
}

function blocksIn(lines: readonly PdfLine[], tables: readonly Table[], bodySize: number): Block[] {
  if (lines.length > maxRuns) return [plainLines(lines)]
  const { contents, rest } = findContents(lines)
  const regions = regionsOf(rest, [...tables, ...contents])
  for (const [at, region] of regions.entries()) {
    const above = regions[at - 1]
    if (region.kind === 'flow' || above?.kind !== 'flow' || 'entries' in region.figure) continue
    const line = above.lines.at(-1)
    const headed = line ? withHeadAbove(region.figure, line) : null
    if (!headed) continue
    region.figure = headed
    above.lines.pop()
  }
  return regions.flatMap((region): Block[] => {
    if (region.kind === 'flow') return columnBlocks(region, bodySize)
    const { figure } = region
    return 'entries' in figure ? contentsBlocks(figure) : [{ kind: 'table', table: figure }]
  })
}

/** Maximum distance from the names to the table, in ems. */
const maxHeadGap = 1.5
const minNamed = 0.6

/** Returns the table with the line above it as its header. Null if the table has a header, or the line doesn't name the columns. */
function withHeadAbove(table: Table, line: PdfLine): Table | null {
  const first = table.rows[0] ?? []
  if (table.headRows > 0 && (isBoldRow(first) || !line.isBold)) return null
  const { top } = enclosingBox(first.flatMap(({ lines }) => lines))
  if (line.bottom > top + 1 || top - line.bottom > line.size * maxHeadGap) return null
  const columns = columnsOf(table)
  const cells = columns.map((): PageTableCell => ({ lines: [], columns: 1, rows: 1 }))
  const pieces = cutAtGaps(line)
  const isWhole = pieces.length > 2 && pieces.length === columns.length
  for (const [n, piece] of pieces.entries()) {
    const over = isWhole ? [n] : [...columns.keys()].filter((at) => isOver(piece, columns[at] ?? []))
    const [own] = over
    if (own === undefined || over.length > 1) return null
    cells[own]?.lines.push(piece)
  }
  const named = cells.filter(({ lines }) => lines.length > 0).length
  if (named < 2 || named < columns.length * minNamed) return null
  return { ...table, rows: [cells, ...table.rows], headRows: 1, top: line.top }
}

function columnsOf({ rows }: Table): PdfLine[][] {
  const width = rows[0]?.length ?? 0
  const isPlain = (row: readonly PageTableCell[]) => row.length === width && row.every(({ columns }) => columns === 1)
  const plain = rows.filter(isPlain)
  return plain.length < 2 ? [] : Array.from({ length: width }, (_, at) => plain.flatMap((row) => row[at]?.lines ?? []))
}

const isOver = ({ left, right }: PdfLine, column: readonly PdfLine[]) =>
  column.some((line) => left < line.right && right > line.left)

function plainLines(lines: readonly PdfLine[]): TextBlock {
  return { kind: 'text', lines: [...lines], breaks: new Set(lines), indent: 0, isApart: true, level: null, note: null }
}

function bodySizeOf(pages: readonly PageLines[]): number {
  const charsOf = (line: PdfLine) => [halfPoints(line), line.text.length] as const
  const sizes = pages.map((page) => [...page.lines, ...page.tables.flatMap(linesOfTable)].map(charsOf))
  const all = sizes.flat()
  const charsOfSize = (wanted: number) => all.reduce((sum, [size, chars]) => (size === wanted ? sum + chars : sum), 0)
  const usual = modeOf(all) ?? 10
  // An appendix in small print may have more text than the other pages.
  const onMostPages = modeOf(sizes.map((own) => [modeOf(own) ?? 0, 1])) ?? 0
  const isBody = onMostPages > usual && charsOfSize(onMostPages) * 2 > charsOfSize(usual)
  return isBody ? onMostPages : usual
}
