/** A document as its author has it: the truth that outputs are compared with. */

export type Item = string | { text: string; ordered: boolean; items: Item[] }

/** How a table is drawn. */
export type TableLook = 'grid' | 'lines' | 'plain' | 'shaded' | 'zebra'

export interface Table {
  type: 'table'
  /** A line break in a cell is `\n`. */
  rows: string[][]
  /** True if the first row is the head. */
  head: boolean
  look: TableLook
}

export type Block =
  /** `level` is null where a format has no levels, as for the title of a slide or the name of a sheet. */
  | { type: 'heading'; level: number | null; text: string }
  | { type: 'paragraph'; text: string; note?: string }
  | { type: 'list'; ordered: boolean; items: Item[] }
  | { type: 'code'; text: string }
  | Table

/** The design of a document. */
export interface Look {
  font: 'sans' | 'serif'
  size: number
  columns: 1 | 2
  landscape: boolean
  color: string
  justify: boolean
}

export interface Source {
  lang: string
  title: string
  blocks: Block[]
  look: Look
  /** Running text of the pages. */
  header?: string
  footer?: string
  /** The word for a page, if pages are numbered. */
  page?: string
  /** Text across the page, or along its side. */
  stamp?: { text: string; isAtSide: boolean }
}

/** The source of one file, in `index.json`. */
export interface Truth extends Source {
  id: string
  file: string
  kind: string
  writer: string
  held: boolean
}

export const textOfItem = (item: Item): string => (typeof item === 'string' ? item : item.text)
