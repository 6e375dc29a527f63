/** The properties that decide whether RTF text is visible: colours by their index in the colour table, sizes, positions. */

import { type Grounds, isOffPage, type Rgb, white } from '../converted/hidden-text.ts'

/** Null for the automatic colour. */
export type ColourTable = (Rgb | null)[]

export interface RtfLook {
  /** Index of the text colour; 0 for none. */
  colour: number
  ground: number
  points: number
  letterSpacing: number
  widthScale: number
  rise: number
  /** True if letters have an outline or a shadow. */
  isDrawn: boolean
}

export const plainLook: Readonly<RtfLook> = {
  ...{ colour: 0, ground: 0, points: 12, letterSpacing: 0, widthScale: 1, rise: 0, isDrawn: false },
}

/** Run properties by control word. */
export const lookWords: ReadonlyMap<string, (number: number) => Partial<RtfLook>> = new Map<
  string,
  (number: number) => Partial<RtfLook>
>([
  ['cf', (colour) => ({ colour })],
  ...['cb', 'highlight', 'chcbpat'].map((name): [string, (n: number) => Partial<RtfLook>] => [
    name,
    (ground) => ({ ground }),
  ]),
  ['fs', (halfPoints) => ({ points: halfPoints / 2 })],
  ['expnd', (quarters) => ({ letterSpacing: quarters / 4 })],
  ['expndtw', (twips) => ({ letterSpacing: twips / 20 })],
  ['charscalex', (percent) => ({ widthScale: percent / 100 })],
  ...['outl', 'shad', 'embo', 'impr'].map((name): [string, (n: number) => Partial<RtfLook>] => [
    name,
    (on) => ({ isDrawn: on !== 0 }),
  ]),
])

/** Properties that a shape specifies before its text. */
export interface RtfShape {
  left?: number
  top?: number
  right?: number
  bottom?: number
  fill?: Grounds
  isHidden?: boolean
}

const sides = new Map<string, 'left' | 'top' | 'right' | 'bottom'>([
  ['shpleft', 'left'],
  ['shptop', 'top'],
  ['shpright', 'right'],
  ['shpbottom', 'bottom'],
])

/** Sets the position of a shape; returns false for control words that don't specify one. */
export function placeShape(shape: RtfShape, word: string, number: number | null): boolean {
  const side = sides.get(word)
  if (side) shape[side] = number ?? 0
  return side !== undefined
}

/** Sets a property of a shape. Colours are numbers: red + 256 × green + 65,536 × blue. */
export function setShapeProperty(shape: RtfShape, name: string, value: string): void {
  const number = Number(value)
  if (name === 'fHidden') shape.isHidden = number === 1
  else if (name === 'fFilled' && number === 0) shape.fill = [white]
  else if (name === 'fillColor') shape.fill ??= [[number & 255, (number >> 8) & 255, (number >> 16) & 255]]
  else if (name === 'fillType' && number !== 0) shape.fill = [null]
}

export function isHiddenShape({ left = 0, top = 0, right, bottom, isHidden }: RtfShape, width: number): boolean {
  if (isHidden) return true
  if (right === undefined || bottom === undefined) return false
  if (right - left < 40 && bottom - top < 40) return true
  return isOffPage(left, right - left, width, maxTableMargin) || isOffPage(top, bottom - top, maxHeight, maxHeight)
}

/** Maximum distance of text from the page edge, and maximum side of a page, in twips. */
export const maxTableMargin = 4320
const maxHeight = 31_680
