/** Finds out what a style paints instead of the fill of letters, and whether it moves them. */

import { type Colour, isSame, readColour, splitTopLevel } from './colours.ts'
import { evaluate } from './values.ts'

/** True for a style that a script uses to fade or move the element into view. The element is content even though it starts invisible. */
export function isMoving(style: string): boolean {
  return /transform|transition|animation|will-change|filter/i.test(style)
}

const black: Colour = [0, 0, 0, 1]
const maxEdgePx = 10

/** The colour of the outline of letters, or of a shadow so near that it shows them; null if they have neither. */
export function edgeColour(style: string): Colour | null {
  const [, kind, value = ''] = /(?<![\w-])(text-shadow|-webkit-text-stroke)(?:-width)?\s*:\s*([^;]+)/i.exec(style) ?? []
  if (kind === undefined) return null
  const parts = splitTopLevel(splitTopLevel(value, /,/)[0] ?? '', /\s/)
  const lengths = parts.flatMap((part) => evaluate(part)?.value ?? [])
  if (lengths.length === 0 || lengths.some((px) => Math.abs(px) > maxEdgePx)) return null
  if (!kind.endsWith('shadow') && lengths[0] === 0) return null
  return parts.map((part) => readColour(part)).find((colour) => colour !== null) ?? black
}

/** True if letters have an edge that shows on white. Their fill doesn't matter. */
export function hasVisibleEdge(style: string): boolean {
  const colour = edgeColour(style)
  return colour !== null && colour[3] > 0.3 && !isSame(colour, [255, 255, 255, 1])
}
