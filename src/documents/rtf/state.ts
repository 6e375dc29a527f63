/** The state that can change within an RTF group and is restored at its end. */

import { plainRun, type RunStyle } from '../converted/flow/inline-writer.ts'
import type { Grounds } from '../converted/hidden-text.ts'
import { plainLook, type RtfLook, type RtfShape } from './looks.ts'

/** Receives text that isn't part of the document: a font name, a field instruction, ignored text. */
export interface RtfDestination {
  text(text: string): void
  /** Returns true if it handled the control word. */
  word?(name: string, number: number | null): boolean
  /** Called when the group that set the destination ends. */
  end?(): void
  /** True if none of its content is read. */
  isSkipped?: boolean
  /** True if the text is part of the document after all, as in a note or a text box. */
  isText?: boolean
  /** Destination of the surrounding text. */
  around?: RtfDestination | null
}

/** A field and its instruction, such as `HYPERLINK "https://example.com/"`. */
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
  /** Starting at 0; null to use the style's level. */
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
  /** True if its lines are too short to show any text. */
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
  /** Background of a shape's text; null outside shapes. */
  boxGrounds: Grounds | null
  paragraph: Readonly<RtfParagraph>
  /** True for hidden text and text deleted by a tracked change. */
  isHidden: boolean
  isWebHidden: boolean
  isDeleted: boolean
  font: number | null
  language: number | null
  /** Number of characters after `\uN` for readers that don't support it. */
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

/** Returns the number of tables that the paragraph is nested in. */
export function tableDepthOf({ paragraph }: RtfState): number {
  return paragraph.isInTable ? Math.max(1, paragraph.tableDepth) : paragraph.tableDepth
}
