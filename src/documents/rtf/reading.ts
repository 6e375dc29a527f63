/** The state of an RTF document, which control words change. */

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
  /** Background of the document's text. */
  paper: Grounds
  /** In twips. */
  paperWidth: number
  readonly styles: Map<number, RtfStyle>
  /** Character styles for source code. */
  readonly codeStyles: Set<number>
  readonly notes: Notes
  readonly properties: DocumentProperties
  readonly paragraphs: ParagraphStyles
  /** Encoding of text whose font doesn't specify one. */
  encoding: string
  defaultFont: number | null
  /** The current row definition, which applies until the next one. */
  row: { cells: CellDefinition[]; isHeader: boolean }
  /** Definition of the next cell, as read so far. */
  cell: Omit<CellDefinition, 'right'>
  setRun(change: Partial<RunStyle>): void
  endParagraph(): void
  endCell(depth: number): void
  endRow(depth: number): void
  /** Sends the text of the group to a separate flow, and passes its HTML to `onEnd`. */
  divert(onEnd: (html: string) => void): void
  addPicture(alt: string): void
}
