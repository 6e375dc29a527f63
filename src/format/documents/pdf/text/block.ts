/** Blocks of a page in reading order. */

import type { PdfLine } from '../layout/line.ts'
import type { Marker } from '../layout/markers.ts'
import type { Table } from '../tables/table.ts'

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

export interface CodeBlock {
  kind: 'code'
  text: string
}

export interface TableBlock {
  kind: 'table'
  table: Table
}

export type Block = TextBlock | ItemBlock | CodeBlock | TableBlock
