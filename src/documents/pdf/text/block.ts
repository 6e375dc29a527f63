/** Blocks of a page in reading order. */

import type { PdfLine } from '../layout/line.ts'
import type { Marker } from '../layout/markers.ts'
import { linesOfTable, type Table } from '../layout/tables/table.ts'

export interface TextBlock {
  kind: 'text'
  lines: PdfLine[]
  /** Lines followed by an intentional line break. */
  breaks: ReadonlySet<PdfLine>
  /** Distance from the left edge of its column. */
  indent: number
  /** True if there is a gap above it, or nothing at all. */
  isApart: boolean
  /** From 1 to 6 for a heading; null for a paragraph. */
  level: number | null
  /** Marker of a footnote at the bottom of the page. It precedes the note's text. */
  note: string | null
  /** True for a header or footer, which isn't part of the text of the page. */
  isRunning?: boolean
}

export interface ItemBlock {
  kind: 'item'
  marker: Marker
  /** As printed. */
  label: string
  /** Without the marker. */
  lines: PdfLine[]
  breaks: ReadonlySet<PdfLine>
  indent: number
}

export interface CodeBlock {
  kind: 'code'
  lines: PdfLine[]
  text: string
}

/** A list from the document's structure, whose items contain blocks. */
export interface ListBlock {
  kind: 'list'
  items: StatedItem[]
}

export interface StatedItem {
  /** Null if the item has no label, or a label that isn't a number. */
  number: number | null
  /** As printed; empty for a bullet. */
  label: string
  blocks: Block[]
  /** The first line, including its label. */
  start?: PdfLine | undefined
}

export type Block =
  | TextBlock
  | ItemBlock
  | CodeBlock
  | ListBlock
  | { kind: 'table'; table: Table }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'figure'; alt: string }

/** Returns the lines of a block, including those of nested blocks. */
export function linesOfBlock(block: Block): readonly PdfLine[] {
  if ('lines' in block) return block.lines
  if (block.kind === 'table') return linesOfTable(block.table)
  if (block.kind === 'list') return block.items.flatMap(({ blocks }) => blocks.flatMap(linesOfBlock))
  return block.kind === 'quote' ? block.blocks.flatMap(linesOfBlock) : []
}
