/** What control words change of a document that is being read. */

import type { RunStyle } from '../converted/flow/inline-writer.ts'
import type { Notes } from '../converted/flow/notes.ts'
import type { DroppedText, Grounds } from '../converted/hidden-text.ts'
import type { DocumentProperties } from '../converted/properties.ts'
import type { RtfFont, RtfStyle } from './header.ts'
import type { ColourTable } from './looks.ts'
import type { ParagraphStyles } from './paragraph-styles.ts'
import type { RtfState } from './state.ts'
import type { CellDefinition } from './table-rows.ts'
import type { TextFlow } from './text-flow.ts'

export interface RtfReading {
  state: RtfState
  flow: TextFlow
  readonly fonts: Map<number, RtfFont>
  readonly colours: ColourTable
  readonly hidden: DroppedText
  /** Below the text of the document. */
  paper: Grounds
  /** In twips. */
  paperWidth: number
  readonly styles: Map<number, RtfStyle>
  /** Character styles for source code. */
  readonly codeStyles: Set<number>
  readonly notes: Notes
  readonly properties: DocumentProperties
  readonly paragraphs: ParagraphStyles
  /** The encoding of text whose font names none. */
  encoding: string
  defaultFont: number | null
  /** The definition of rows that holds until the next one. */
  row: { cells: CellDefinition[]; isHeader: boolean }
  /** What is defined of its next cell. */
  cell: Omit<CellDefinition, 'right'>
  setRun(change: Partial<RunStyle>): void
  endParagraph(): void
  endCell(depth: number): void
  endRow(depth: number): void
  /** The text of the group goes into a flow of its own, which `onEnd` gets as HTML. */
  divert(onEnd: (html: string) => void): void
  addPicture(alt: string): void
}
