/** The background and the visibility of shapes in RTF. */

import { type Grounds, isOffPage, white } from '../converted/hidden-text.ts'
import type { RtfPicture } from './state.ts'

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
