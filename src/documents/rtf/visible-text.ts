/** Checks whether RTF text is visible at its position. */

import { type Grounds, isInvisible, isOffPage } from '../converted/hidden-text.ts'
import { maxTableMargin } from './looks.ts'
import type { RtfReading } from './reading.ts'

const maxRise = 100

/** True if text at this point is invisible. */
export function isInvisibleNow(reader: RtfReading): boolean {
  const { look, paragraph } = reader.state
  const { points, letterSpacing, widthScale, rise, isDrawn } = look
  if (
    Math.abs(rise) > maxRise ||
    paragraph.isClipped ||
    isBesidePage(paragraph.left + paragraph.indent, reader.paperWidth)
  )
    return true
  const colour = isDrawn ? null : (reader.colours[look.colour] ?? null)
  return isInvisible({ colour, grounds: groundsNow(reader), points, letterSpacing, widthScale })
}

function isBesidePage(left: number, width: number): boolean {
  return isOffPage(left, width, width, maxTableMargin)
}

function groundsNow({ state, colours, row, flow, paper }: RtfReading): Grounds {
  const { look, paragraph, boxGrounds } = state
  for (const number of [look.ground, paragraph.ground]) if (number > 0) return [colours[number] ?? null]
  if (boxGrounds) return boxGrounds
  if (!paragraph.isInTable && paragraph.tableDepth === 0) return paper
  const cell = paragraph.tableDepth > 1 ? undefined : row.cells[flow.cellsInRow]
  // A cell not defined until after its text may have any background colour.
  if (!cell) return [null]
  return cell.ground > 0 ? [colours[cell.ground] ?? null] : paper
}
