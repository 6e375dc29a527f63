/** Blocks of a page in reading order. */

import type { PdfLine } from '../layout/line.ts'
import type { Marker } from '../layout/markers.ts'
import type { Table } from '../layout/tables/table.ts'

/** A paragraph, or the lines of a heading. */
export interface TextBlock {
  kind: 'text'
  lines: PdfLine[]
  /** Lines after which a new one begins on purpose. */
  breaks: ReadonlySet<PdfLine>
  /** How far it stands from the left of its column. */
  indent: number
  /** Whether there is space above it, or nothing. */
  isApart: boolean
  /** 1–6 for a heading; null for a paragraph. */
  level: number | null
  /** The sign of a note at the foot of the page, which stands before its text. */
  note: string | null
  /** Of the element that has the text, the same on all pages, where the document's structure states one. */
  element?: number | undefined
}

export interface ItemBlock {
  kind: 'item'
  marker: Marker
  /** As it is printed. */
  label: string
  /** Without the marker. */
  lines: PdfLine[]
  breaks: ReadonlySet<PdfLine>
  indent: number
  /** How far its text stands from the left of its column. */
  textIndent: number
}

interface CodeBlock {
  kind: 'code'
  text: string
}

export interface TableBlock {
  kind: 'table'
  table: Table
  /** Where the document's structure states the table. */
  part?: BlockPart
}

/** What a page has of a table or a list, by numbers that are the same on all pages: itself, and its first and last row or item. */
export interface BlockPart {
  element: number | undefined
  first: number | undefined
  last: number | undefined
}

/** A list as the document itself states it: items hold blocks. */
export interface ListBlock {
  kind: 'list'
  items: StatedItem[]
  part: BlockPart
}

export interface StatedItem {
  /** Null where the item has no sign of its own, or one that is no list's. */
  marker: Marker | null
  /** As it is printed; empty for a bullet. */
  label: string
  blocks: Block[]
  /** The line that it begins with, its sign with it. */
  start?: PdfLine | undefined
  /** The same on all pages that the item goes on over. */
  element?: number | undefined
}

interface QuoteBlock {
  kind: 'quote'
  blocks: Block[]
}

/** A picture, by what stands for it. */
interface FigureBlock {
  kind: 'figure'
  alt: string
}

export type Block = TextBlock | ItemBlock | CodeBlock | TableBlock | ListBlock | QuoteBlock | FigureBlock
