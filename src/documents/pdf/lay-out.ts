/** Lays out the pages of a document as blocks: leaves out content repeated across pages, and finds headings by comparing all pages. */

import type { PdfLine } from './layout/line.ts'
import { textLinesOf } from './layout/page-lines.ts'
import { withHeadAbove } from './layout/tables/head-above.ts'
import { findRuledTables } from './layout/tables/ruled-tables.ts'
import { rowTest, type Table } from './layout/tables/table.ts'
import type { PageContent } from './page/read-page.ts'
import { modeOf, type Run } from './page/run.ts'
import type { PdfContents } from './pdf-document.ts'
import { readTaggedPage } from './tagged/tagged-page.ts'
import { contentIds, splitArtifacts, type Tagging, taggingOf } from './tagged/tagging.ts'
import type { Block, TextBlock } from './text/block.ts'
import { type BlockContext, columnBlocks } from './text/blocks.ts'
import { regionsOf } from './text/columns.ts'
import { contentsBlocks, findContents } from './text/contents.ts'
import { type FixedContent, type Furniture, findFurniture, joinedRows } from './text/furniture.ts'
import { markHeadings } from './text/headings.ts'
import { findMarks, markNotes, type NoteName, nameNotes } from './text/notes.ts'
import { Outline } from './text/outline.ts'
import { joinPageEnds } from './text/page-ends.ts'
import { Words } from './text/spans.ts'

interface LaidOutPage {
  number: number
  blocks: Block[]
  /** Keyed by their markers. */
  notes: ReadonlyMap<string, NoteName>
  annotations: PageContent['annotations']
}

export interface LaidOutDocument {
  pages: LaidOutPage[]
  words: Words
  /** The text of each row of running headers and footers that was left out. */
  runningText: readonly string[]
}

interface OpenPage {
  content: PageContent
  number: number
  label: string | null
  width: number
  height: number
  tables: Table[]
  lines: PdfLine[]
  turned: PdfLine[][]
  artifacts: PdfLine[]
}

export function layOut({ pages: read, outline, labels }: PdfContents): LaidOutDocument {
  const contents = withoutMonospace(read)
  const tagging = taggingOf(contents)
  const pages = contents.map((content) => openPage(content, labels, tagging))
  const words = new Words()
  for (const { lines } of pages) for (const { text } of lines) words.add(text)
  const context = contextOf(pages)
  const furniture = findFurniture(pages, context.bodySize, (page) => contentOf(page, tagging, context))
  const isText = (line: PdfLine) => !furniture.running.has(line) && !furniture.apart.has(line)
  const tagged = pages.map((page) => (tagging ? taggedPage(page, tagging, isText, context) : null))
  const blocksOfPages = pages.map((page, at) =>
    withFurniture(tagged[at] ?? blocksByPlace(page, isText, context), page, furniture),
  )
  const marks = findMarks(blocksOfPages.flat())
  const laidOut = pages.map(({ number, content }, at) => {
    const blocks = markNotes(blocksOfPages[at] ?? [], context.bodySize, marks)
    return { number, annotations: content.annotations, blocks }
  })
  const byPlace = laidOut.filter((_, at) => !tagged[at] || !tagging?.hasHeadings)
  const isDeck = pages.length > 2 && pages.filter(({ width, height }) => width > height).length * 2 > pages.length
  const body = { bodySize: context.bodySize, bodyFont: usualFont(pages), isDeck }
  markHeadings(byPlace, body, new Outline(outline))
  joinPageEnds(laidOut)
  const notes = nameNotes(laidOut)
  return {
    pages: laidOut.map((page, at) => ({ ...page, notes: notes[at] ?? new Map() })),
    words,
    runningText: pages.flatMap(({ lines, turned, artifacts }) => {
      const own = [...lines, ...turned.flat(), ...artifacts].filter((line) => furniture.running.has(line))
      return joinedRows(own).map(({ text }) => text)
    }),
  }
}

/** Returns tests for lines of a page that can't be running text. */
function contentOf(page: OpenPage, tagging: Tagging | null, context: BlockContext): FixedContent {
  const ids = tagging ? contentIds(page.content) : new Set()
  let tables: Table[] | null = null
  return {
    isTagged: ({ runs }) => runs.some(({ mark }) => mark !== null && ids.has(mark)),
    rowTest(repeated) {
      const testsOf = () => {
        tables ??= tablesAtEdges(page, context)
        const runs = new Set(page.lines.flatMap((line) => (repeated.has(line) ? line.runs : [])))
        return tables.map((table) => rowTest(table, runs))
      }
      let tests: ReturnType<typeof testsOf> | null = null
      return (line) => {
        tests ??= testsOf()
        return tests.some((isRow) => isRow(line))
      }
    },
  }
}

/** Running text is in the outer fifths of a page, so the tables around it begin or end in the outer thirds. */
function tablesAtEdges({ lines, tables, height }: OpenPage, context: BlockContext): Table[] {
  const outer = lines.filter(({ baseline }) => baseline < height / 3 || baseline > (height * 2) / 3)
  return blocksIn(outer, tables, context).flatMap((block) => (block.kind === 'table' ? block.table : []))
}

/** Adds headers above and footers below the text. Office programs mark even a document's title as an artifact. */
function withFurniture(blocks: Block[], { lines, artifacts, height }: OpenPage, furniture: Furniture): Block[] {
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
  let [mono, signs, all] = [0, 0, 0]
  for (const { text, font } of pages.flatMap(({ runs }) => runs)) {
    all += text.length
    if (font.isMonospaced) mono += text.length
    signs += text.match(signsOfCode)?.length ?? 0
  }
  if (mono <= all * 0.8 || signs > all * 0.02) return pages
  const plain = (runs: readonly Run[]) =>
    runs.map((run) => ({ ...run, font: { ...run.font, isMonospaced: false, hasWideSpaces: true } }))
  return pages.map((page) => ({ ...page, runs: plain(page.runs), turned: page.turned.map(plain) }))
}

function blocksByPlace(page: OpenPage, isText: (line: PdfLine) => boolean, context: BlockContext): Block[] {
  const lines = page.lines.filter(isText)
  const turned = page.turned.flatMap((own) => blocksIn(own.filter(isText), [], context))
  return [...blocksIn(lines, page.tables, context), ...turned]
}

/** Returns the page's content in the order of its structure tree; null if the tree is missing or unreliable, or tables are untagged. */
function taggedPage(
  { content, lines, tables, turned }: OpenPage,
  tagging: Tagging,
  isText: (line: PdfLine) => boolean,
  context: BlockContext,
): Block[] | null {
  if (!content.tree || lines.length > maxRuns) return null
  const own = lines.filter(isText)
  const isTable = (block: Block) => block.kind === 'table'
  if (!tagging.hasTables && blocksIn(own, tables, context).some(isTable)) return null
  const turnedRuns = turned.map((some) => some.filter(isText).flatMap(({ runs }) => runs))
  return readTaggedPage(
    { ...content, turned: turnedRuns },
    {
      furniture: lines.filter((line) => !isText(line)),
      tables,
      blocksIn: (some) => blocksIn(some, [], context),
    },
  )
}

/** A page with more runs is a drawing, whose lines are listed from top to bottom. */
const maxRuns = 40_000

function openPage(page: PageContent, labels: readonly string[], tagging: Tagging | null): OpenPage {
  const { content, artifacts } = tagging ? splitArtifacts(page) : { content: page, artifacts: [] }
  const isDense = content.runs.length > maxRuns
  const { tables, rest } = findRuledTables(content.runs, isDense ? [] : content.rules)
  return {
    content,
    tables,
    number: content.number,
    label: labels[content.number - 1] ?? null,
    width: content.width,
    height: content.height,
    lines: textLinesOf(rest),
    turned: content.turned.map((runs) => textLinesOf(runs)),
    // Leaders and other decorations aren't text.
    artifacts: artifacts.flatMap((runs) => textLinesOf(runs)).filter(({ text }) => /[\p{L}\p{N}]/u.test(text)),
  }
}

function blocksIn(lines: readonly PdfLine[], tables: readonly Table[], context: BlockContext): Block[] {
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
    if (region.kind === 'flow') return columnBlocks(region, context)
    const { figure } = region
    return 'entries' in figure ? contentsBlocks(figure) : [{ kind: 'table', table: figure }]
  })
}

function plainLines(lines: readonly PdfLine[]): TextBlock {
  return { kind: 'text', lines: [...lines], breaks: new Set(lines), indent: 0, isApart: true, level: null, note: null }
}

function contextOf(pages: readonly OpenPage[]): BlockContext {
  const inTables = ({ tables }: OpenPage) =>
    tables.flatMap(({ rows }) => rows.flatMap((row) => row.flatMap((cell) => cell.lines)))
  const charsOf = ({ size, text }: PdfLine) => [Math.round(size * 2) / 2, text.length] as const
  const sizes = pages.map((page) => [...page.lines, ...inTables(page)].map(charsOf))
  const all = sizes.flat()
  const charsIn = (wanted: number) => all.reduce((sum, [size, chars]) => (size === wanted ? sum + chars : sum), 0)
  const usual = modeOf(all) ?? 10
  // An appendix in small print may have more text than the other pages.
  const onMostPages = modeOf(sizes.map((own) => [modeOf(own) ?? 0, 1])) ?? 0
  const isBody = onMostPages > usual && charsIn(onMostPages) * 2 > charsIn(usual)
  return { bodySize: isBody ? onMostPages : usual }
}

function usualFont(pages: readonly OpenPage[]): string {
  const runs = pages.flatMap(({ lines }) => lines.flatMap((line) => line.runs))
  return modeOf(runs.map(({ font, text }) => [font.name, text.length])) ?? ''
}
