/** Blocks of a page in reading order. */

import type { PdfLine } from '../layout/line.ts'
import type { Marker } from '../layout/markers.ts'
import type { Table } from '../layout/tables/table.ts'

/** A paragraph, or the lines of a heading. */
export interface TextBlock {
  kind: 'text'
  lines: PdfLine[]
  /** Lines followed by an intentional line break. */
  breaks: ReadonlySet<PdfLine>
  /** Distance from the left edge of its column. */
  indent: number
  /** True if there is a gap above it, or nothing at all. */
  isApart: boolean
  /** 1–6 for a heading; null for a paragraph. */
  level: number | null
  /** Marker of a footnote at the bottom of the page, which precedes the note's text. */
  note: string | null
  /** Number of the element that contains the text, the same on all pages. Set if the document is tagged. */
  element?: number | undefined
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
  /** Distance of its text from the left edge of its column. */
  textIndent: number
}

interface CodeBlock {
  kind: 'code'
  text: string
}

export interface TableBlock {
  kind: 'table'
  table: Table
  /** Set if the table is part of the document's structure. */
  part?: BlockPart
}

/** A page's part of a table or list: its element number, and those of its first and last row or item. Numbers are the same on all pages. */
export interface BlockPart {
  element: number | undefined
  first: number | undefined
  last: number | undefined
}

/** A list from the document's structure, whose items contain blocks. */
export interface ListBlock {
  kind: 'list'
  items: StatedItem[]
  part: BlockPart
}

export interface StatedItem {
  /** Null if the item has no label, or one that isn't a list marker. */
  marker: Marker | null
  /** As printed; empty for a bullet. */
  label: string
  blocks: Block[]
  /** The item's first line, including its label. */
  start?: PdfLine | undefined
  /** The same on all pages that the item continues on. */
  element?: number | undefined
}

interface QuoteBlock {
  kind: 'quote'
  blocks: Block[]
}

/** A figure, represented by its alternative text. */
interface FigureBlock {
  kind: 'figure'
  alt: string
}

export type Block = TextBlock | ItemBlock | CodeBlock | TableBlock | ListBlock | QuoteBlock | FigureBlock
