/** Records what a slide paints from bottom to top: text backgrounds, and shapes that cover text. */

import { type Grounds, isOffPage } from '../converted/hidden-text.ts'
import type { Fill } from '../office/drawings/drawing-colours.ts'
import type { XmlElement } from '../office/xml/xml-tree.ts'

export interface PaintedBox {
  x: number
  y: number
  width: number
  height: number
}

export interface Painted {
  /** Null if the slide doesn't specify it. */
  box: PaintedBox | null
  fill: Fill
  /** True if it fills all of its box. */
  isWhole: boolean
}

export interface PlacedShape extends Painted {
  shape: XmlElement
}

const edges = ({ x, y, width, height }: PaintedBox) => ({ left: x, top: y, right: x + width, bottom: y + height })

export function isAround(outer: PaintedBox, inner: PaintedBox): boolean {
  const [a, b] = [edges(outer), edges(inner)]
  return a.left <= b.left && a.top <= b.top && a.right >= b.right && a.bottom >= b.bottom
}

/** Returns the smallest box around all boxes; null without any. */
export function boxAround(boxes: readonly (PaintedBox | null)[]): PaintedBox | null {
  return boxes.reduce((one, other) => {
    if (!one || !other) return one ?? other
    const [x, y, a, b] = [Math.min(one.x, other.x), Math.min(one.y, other.y), edges(one), edges(other)]
    return { x, y, width: Math.max(a.right, b.right) - x, height: Math.max(a.bottom, b.bottom) - y }
  }, null)
}

function overlaps(one: PaintedBox | null, other: PaintedBox | null): boolean {
  if (!one || !other) return true
  const [a, b] = [edges(one), edges(other)]
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** Returns the possible backgrounds for text in an unfilled box. `page`: the background of the slide. */
export function groundsBelow(box: PaintedBox | null, below: readonly Painted[], page: Grounds): Grounds {
  const grounds: Grounds[number][] = []
  for (const one of below.toReversed()) {
    if (one.fill === 'none' || !overlaps(one.box, box)) continue
    grounds.push(one.fill)
    if (one.fill && one.isWhole && one.box && box && isAround(one.box, box)) return grounds
  }
  return [...grounds, ...page]
}

/** `above`: shapes painted later. */
export function isCovered(box: PaintedBox, above: readonly Painted[]): boolean {
  return above.some(
    (one) => one.isWhole && one.box && one.fill !== null && one.fill !== 'none' && isAround(one.box, box),
  )
}

/** The smallest size that can hold a letter, in EMUs. */
const minSize = 25_400

/** True if a box is off the slide or too small for a letter. All lengths are in EMUs. */
export function isOutside({ x, y, width, height }: PaintedBox, slide: { width: number; height: number }): boolean {
  if (width < minSize && height < minSize) return true
  return isOffPage(x, width, slide.width, 0) || isOffPage(y, height, slide.height, 0)
}
