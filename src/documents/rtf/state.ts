/** The state that can change within an RTF group and is restored at its end. */

import { plainRun, type RunStyle } from '../converted/flow/inline-writer.ts'
import { type Grounds, isOffPage, white } from '../converted/hidden-text.ts'

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
}

/** Properties of characters, which `\plain` resets. */
export interface RtfCharacters extends RunStyle {
  /** Index of the text color; 0 if there isn't one. */
  colour: number
  ground: number
  points: number
  letterSpacing: number
  widthScale: number
  rise: number
  /** True if letters have an outline or a shadow. */
  isDrawn: boolean
  isHidden: boolean
  /** True for text deleted by a tracked change. */
  isDeleted: boolean
  font: number | null
}

export const plainCharacters: Readonly<RtfCharacters> = {
  ...{ ...plainRun, colour: 0, ground: 0, points: 12, letterSpacing: 0, widthScale: 1, rise: 0 },
  ...{ isDrawn: false, isHidden: false, isDeleted: false, font: null },
}

/** Properties of paragraphs, which `\pard` resets. */
export interface RtfParagraph {
  style: number | null
  /** Starting at 0; null to use the style's level. */
  outline: number | null
  /** Index in the table of list overrides; 0 if there isn't one. */
  list: number
  listLevel: number
  isInTable: boolean
  tableDepth: number
  /** Left edge in twips. */
  indent: number
  /** Distance of the first line from the left edge. Negative for an item whose label is ordinary text. */
  firstIndent: number
  /** Index of its background color; 0 if there isn't one. */
  ground: number
  /** True if its lines are too short to show any text. */
  isClipped: boolean
  /** Position of its frame in twips. */
  left: number
}

export const plainRtfParagraph: Readonly<RtfParagraph> = {
  ...{ style: null, outline: null, list: 0, listLevel: 0, isInTable: false, tableDepth: 0 },
  ...{ indent: 0, firstIndent: 0, ground: 0, isClipped: false, left: 0 },
}

export interface RtfPicture {
  alt: string
  /** The image's position and properties, such as `shpleft` and `fHidden`. */
  numbers: Partial<Record<string, number>>
}

export interface RtfState {
  /** Null for the text of the document. */
  destination: RtfDestination | null
  characters: Readonly<RtfCharacters>
  paragraph: Readonly<RtfParagraph>
  /** Background of a shape's text; null outside shapes. */
  boxGrounds: Grounds | null
  /** Number of characters after `\uN` for readers that don't support it. */
  fallbackChars: number
  /** A field and its instruction, such as `HYPERLINK "https://example.com/"`. */
  field: { instruction: string } | null
  picture: RtfPicture | null
}

export const initialState: Readonly<RtfState> = {
  ...{ destination: null, characters: plainCharacters, paragraph: plainRtfParagraph, boxGrounds: null },
  ...{ fallbackChars: 1, field: null, picture: null },
}

export const skipped: RtfDestination = { text() {}, isSkipped: true }

const maxCollected = 20_000

/** Collects text, and passes it to `onEnd` when its group ends. */
export function collect(onEnd: (text: string) => void): RtfDestination {
  let collected = ''
  return {
    text(text) {
      collected += text.slice(0, maxCollected - collected.length)
    },
    end: () => onEnd(collected),
  }
}

export function tableDepthOf({ paragraph }: RtfState): number {
  return paragraph.isInTable ? Math.max(1, paragraph.tableDepth) : paragraph.tableDepth
}

/** Maximum distance of text from the page edge, and maximum height of a page, in twips. */
export const maxTableMargin = 4320
const maxHeight = 31_680

/** Names of the shape properties that these functions use. */
export const shapeNumbers = /^(?:shpleft|shptop|shpright|shpbottom|fHidden|fFilled|fillColor|fillType)$/

/** Returns the background of a shape. Colors are numbers: red + 256 × green + 65,536 × blue. */
export function groundsOfShape({ numbers }: RtfPicture, paper: Grounds): Grounds {
  const { fFilled = 1, fillType = 0, fillColor } = numbers
  if (fillType !== 0) return [null]
  if (fFilled === 0) return [white]
  return fillColor === undefined ? paper : [[fillColor & 255, (fillColor >> 8) & 255, (fillColor >> 16) & 255]]
}

export function isHiddenShape({ numbers }: RtfPicture, width: number): boolean {
  const { shpleft: left = 0, shptop: top = 0, shpright: right, shpbottom: bottom, fHidden } = numbers
  if (fHidden === 1) return true
  if (right === undefined || bottom === undefined) return false
  if (right - left < 40 && bottom - top < 40) return true
  return isOffPage(left, right - left, width, maxTableMargin) || isOffPage(top, bottom - top, maxHeight, maxHeight)
}
