/** What a group of RTF sets, and its end takes back. */

import { plainRun, type RunStyle } from '../converted/flow/inline-writer.ts'
import type { Grounds } from '../converted/hidden-text.ts'
import { plainLook, type RtfLook, type RtfShape } from './looks.ts'

/** Where text goes that is not the document's own: the name of a font, an instruction, nowhere. */
export interface RtfDestination {
  text(text: string): void
  /** Whether the control word was the destination's. */
  word?(name: string, number: number | null): boolean
  /** The group that has set it ends. */
  end?(): void
  /** Nothing in it is read. */
  isSkipped?: boolean
  /** It is text of the document all the same: of a note, of a box. */
  isText?: boolean
  /** Where the text around it goes. */
  around?: RtfDestination | null
}

/** A field: what it does, `HYPERLINK "https://example.com/"`. */
export interface RtfField {
  instruction: string
}

/** A shape or a picture, and what it shows. */
interface RtfPicture {
  alt: string
  shape: RtfShape
}

export interface RtfParagraph {
  style: number | null
  /** From 0 on; null: that of the style. */
  outline: number | null
  /** Of the table of list overrides; 0 for none. */
  list: number
  listLevel: number
  isInTable: boolean
  tableDepth: number
  /** Left edge in twips. */
  indent: number
  /** Number of the colour below it: 0 for none. */
  ground: number
  /** Its lines are too low to show anything. */
  isClipped: boolean
  /** Place of its frame in twips. */
  left: number
}

export const plainRtfParagraph: Readonly<RtfParagraph> = {
  style: null,
  outline: null,
  list: 0,
  listLevel: 0,
  isInTable: false,
  tableDepth: 0,
  indent: 0,
  ground: 0,
  isClipped: false,
  left: 0,
}

export interface RtfState {
  /** Null: the text of the document. */
  destination: RtfDestination | null
  run: Readonly<RunStyle>
  look: Readonly<RtfLook>
  /** Below the text of a shape; null outside of any. */
  boxGrounds: Grounds | null
  paragraph: Readonly<RtfParagraph>
  /** Hidden text, and text that a tracked change has deleted. */
  isHidden: boolean
  isWebHidden: boolean
  isDeleted: boolean
  font: number | null
  language: number | null
  /** How many characters stand behind `\uN` for readers that do not know it. */
  fallbackChars: number
  field: RtfField | null
  picture: RtfPicture | null
}

export function initialState(): RtfState {
  return {
    destination: null,
    run: plainRun,
    look: plainLook,
    boxGrounds: null,
    paragraph: plainRtfParagraph,
    isHidden: false,
    isWebHidden: false,
    isDeleted: false,
    font: null,
    language: null,
    fallbackChars: 1,
    field: null,
    picture: null,
  }
}

export const skipped: RtfDestination = { text: () => {}, isSkipped: true }

/** Collects text; `onEnd` gets it when its group ends. */
export function collect(onEnd: (text: string) => void): RtfDestination {
  const parts: string[] = []
  let chars = 0
  return {
    text(text) {
      chars += text.length
      if (chars <= maxCollected) parts.push(text)
    },
    end: () => onEnd(parts.join('')),
  }
}

const maxCollected = 20_000

/** How many tables are around the paragraph. */
export function tableDepthOf({ paragraph }: RtfState): number {
  return paragraph.isInTable ? Math.max(1, paragraph.tableDepth) : paragraph.tableDepth
}
