/** The state that an RTF group sets, and that its end restores. */

import { plainRun, type RunStyle } from '../converted/flow/inline-writer.ts'
import type { Grounds } from '../converted/hidden-text.ts'
import { plainLook, type RtfLook, type RtfShape } from './looks.ts'

/** Receives text that isn't part of the document: the name of a font, an instruction, ignored text. */
export interface RtfDestination {
  text(text: string): void
  /** Returns true if it handled the control word. */
  word?(name: string, number: number | null): boolean
  /** Called when the group that set the destination ends. */
  end?(): void
  /** True if nothing in it is read. */
  isSkipped?: boolean
  /** True if it is part of the document after all: a note, a box. */
  isText?: boolean
  /** Destination of the surrounding text. */
  around?: RtfDestination | null
}

/** A field with its instruction, such as `HYPERLINK "https://example.com/"`. */
export interface RtfField {
  instruction: string
}

/** A shape or an image, and its description. */
interface RtfPicture {
  alt: string
  shape: RtfShape
}

export interface RtfParagraph {
  style: number | null
  /** Starting at 0; null for the level of the style. */
  outline: number | null
  /** Index in the table of list overrides; 0 for none. */
  list: number
  listLevel: number
  isInTable: boolean
  tableDepth: number
  /** Left edge in twips. */
  indent: number
  /** Index of its background colour; 0 for none. */
  ground: number
  /** True if its lines are too low to show anything. */
  isClipped: boolean
  /** Position of its frame in twips. */
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
  /** Null for the text of the document. */
  destination: RtfDestination | null
  run: Readonly<RunStyle>
  look: Readonly<RtfLook>
  /** Background of a shape's text; null outside of shapes. */
  boxGrounds: Grounds | null
  paragraph: Readonly<RtfParagraph>
  /** True for hidden text, and for text deleted by a tracked change. */
  isHidden: boolean
  isWebHidden: boolean
  isDeleted: boolean
  font: number | null
  language: number | null
  /** Number of characters after `\uN` for readers that don't know that word. */
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

/** Collects text, and passes it to `onEnd` when its group ends. */
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

/** Returns the number of tables around the paragraph. */
export function tableDepthOf({ paragraph }: RtfState): number {
  return paragraph.isInTable ? Math.max(1, paragraph.tableDepth) : paragraph.tableDepth
}
