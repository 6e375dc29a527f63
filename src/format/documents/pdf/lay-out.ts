/** The pages of a document → blocks: what repeats over its pages is left out, and headings are found over all of them. */

import type { PdfLine } from './layout/line.ts'
import { textLinesOf } from './layout/rows.ts'
import type { PageContent } from './page/read-page.ts'
import type { PdfContents } from './pdf-document.ts'
import { findRuledTables } from './tables/ruled-tables.ts'
import type { Table } from './tables/table.ts'
import type { Block } from './text/block.ts'
import { type BlockContext, columnBlocks } from './text/blocks.ts'
import { regionsOf } from './text/columns.ts'
import { contentsBlocks, findContents } from './text/contents.ts'
import { findFurniture } from './text/furniture.ts'
import { markHeadings } from './text/headings.ts'
import { findMarks, markNotes, type NoteName, nameNotes } from './text/notes.ts'
import { Outline } from './text/outline.ts'
import { joinPageEnds } from './text/page-ends.ts'
import { Words } from './text/words.ts'

export interface LaidOutPage {
  number: number
  blocks: Block[]
  /** By their signs. */
  notes: ReadonlyMap<string, NoteName>
  annotations: PageContent['annotations']
}

export interface LaidOutDocument {
  pages: LaidOutPage[]
  words: Words
}

interface OpenPage {
  content: PageContent
  number: number
  height: number
  tables: Table[]
  /** Those outside of tables. */
  lines: PdfLine[]
  turned: PdfLine[][]
}

export function layOut({ pages: contents, outline }: PdfContents): LaidOutDocument {
  const pages = contents.map(openPage)
  const words = new Words()
  for (const { lines } of pages) for (const { text } of lines) words.add(text)
  const context = contextOf(pages)
  const furniture = findFurniture(pages, context.bodySize)
  const blocksOfPages = pages.map((page) => {
    const lines = page.lines.filter((line) => !furniture.has(line))
    return [...blocksIn(lines, page.tables, context), ...page.turned.flatMap((own) => blocksIn(own, [], context))]
  })
  const marks = findMarks(blocksOfPages.flat())
  const laidOut = pages.map(({ number, content }, at) => ({
    ...{ number, annotations: content.annotations },
    blocks: markNotes(blocksOfPages[at] ?? [], context.bodySize, marks),
  }))
  markHeadings(laidOut, { bodySize: context.bodySize, bodyFont: usualFont(pages) }, new Outline(outline))
  joinPageEnds(laidOut)
  const notes = nameNotes(laidOut)
  return { pages: laidOut.map((page, at) => ({ ...page, notes: notes[at] ?? new Map() })), words }
}

/** A page with more pieces of text is a drawing: it has its lines, from the top down. */
const mostRuns = 40_000

function openPage(content: PageContent): OpenPage {
  const isDense = content.runs.length > mostRuns
  const { tables, rest } = findRuledTables(content.runs, isDense ? [] : content.rules)
  return {
    ...{ content, tables },
    number: content.number,
    height: content.height,
    lines: textLinesOf(rest),
    turned: content.turned.map((runs) => textLinesOf(runs)),
  }
}

function blocksIn(lines: readonly PdfLine[], tables: readonly Table[], context: BlockContext): Block[] {
  if (lines.length > mostRuns) return [plainLines(lines)]
  const { contents, rest } = findContents(lines)
  return regionsOf(rest, [...tables, ...contents]).flatMap((region): Block[] => {
    if (region.kind === 'flow') return columnBlocks(region, context)
    const { figure } = region
    return 'entries' in figure ? contentsBlocks(figure) : [{ kind: 'table', table: figure }]
  })
}

function plainLines(lines: readonly PdfLine[]): Block {
  return { kind: 'text', lines: [...lines], breaks: new Set(lines), indent: 0, isApart: true, level: null, note: null }
}

function contextOf(pages: readonly OpenPage[]): BlockContext {
  const chars = new Map<number, number>()
  let [mono, all] = [0, 0]
  for (const { lines, tables } of pages) {
    const inTables = tables.flatMap(({ rows }) => rows.flatMap((row) => row.flatMap((cell) => cell.lines)))
    for (const { size, text, isMonospaced } of [...lines, ...inTables]) {
      const rounded = Math.round(size * 2) / 2
      chars.set(rounded, (chars.get(rounded) ?? 0) + text.length)
      all += text.length
      if (isMonospaced) mono += text.length
    }
  }
  let [bodySize, most] = [10, 0]
  for (const [size, count] of chars) if (count > most) [bodySize, most] = [size, count]
  return { bodySize, isMonospaced: mono > all * 0.6 }
}

/** The font of most of the text. */
function usualFont(pages: readonly OpenPage[]): string {
  const chars = new Map<string, number>()
  for (const { lines } of pages) {
    for (const { runs } of lines) {
      for (const { font, text } of runs) chars.set(font.name, (chars.get(font.name) ?? 0) + text.length)
    }
  }
  return [...chars].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0] as [string, number])[0]
}
