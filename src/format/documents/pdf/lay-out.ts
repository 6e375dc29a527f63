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
import { findFurniture } from './text/furniture.ts'
import { markHeadings } from './text/headings.ts'
import { markNotes } from './text/notes.ts'
import { Outline } from './text/outline.ts'
import { Words } from './text/words.ts'

export interface LaidOutPage {
  number: number
  blocks: Block[]
  /** Signs of notes → names of their elements. */
  notes: Map<string, string>
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
  const furniture = findFurniture(pages)
  const laidOut = pages.map((page): LaidOutPage => {
    const lines = page.lines.filter((line) => !furniture.has(line))
    const blocks = [
      ...blocksIn(lines, page.tables, context),
      ...page.turned.flatMap((own) => blocksIn(own, [], context)),
    ]
    return {
      number: page.number,
      blocks: markNotes(blocks, context.bodySize),
      notes: new Map(),
      annotations: page.content.annotations,
    }
  })
  markHeadings(laidOut, context.bodySize, new Outline(outline))
  nameNotes(laidOut)
  return { pages: laidOut, words }
}

function openPage(content: PageContent): OpenPage {
  const { tables, rest } = findRuledTables(content.runs, content.rules)
  return {
    ...{ content, tables },
    number: content.number,
    height: content.height,
    lines: textLinesOf(rest),
    turned: content.turned.map((runs) => textLinesOf(runs)),
  }
}

function blocksIn(lines: readonly PdfLine[], tables: readonly Table[], context: BlockContext): Block[] {
  return regionsOf(lines, tables).flatMap((region): Block[] =>
    region.kind === 'table' ? [{ kind: 'table', table: region.table }] : columnBlocks(region, context),
  )
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

/** Notes whose signs are of one page alone are named; where several pages have the same sign markdown could not tell them apart. */
function nameNotes(pages: readonly LaidOutPage[]): void {
  const counts = new Map<string, number>()
  const notesOf = (page: LaidOutPage) =>
    page.blocks.flatMap((block) => (block.kind === 'text' ? (block.note ?? []) : []))
  for (const page of pages) for (const sign of notesOf(page)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  for (const page of pages) {
    for (const sign of notesOf(page)) {
      if (counts.get(sign) === 1) page.notes.set(sign, `fn-${page.number}-${sign}`)
    }
  }
}
