/** Where the shapes of a slide are: what is behind their text, which of them are covered, and in which order they are read. */

import { type Grounds, isOffPage } from '../converted/hidden-text.ts'
import type { Fill } from '../office/drawings/drawing-colours.ts'
import type { XmlElement } from '../office/xml/xml-tree.ts'

export interface PaintedBox {
  x: number
  y: number
  width: number
  height: number
}

export interface PlacedShape {
  shape: XmlElement
  /** Null if the slide doesn't specify it. */
  box: PaintedBox | null
  fill: Fill
  /** True if it fills all of its box. */
  isWhole: boolean
}

const edges = ({ x, y, width, height }: PaintedBox) => ({ left: x, top: y, right: x + width, bottom: y + height })

function isAround(outer: PaintedBox, inner: PaintedBox): boolean {
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
export function groundsBelow(box: PaintedBox | null, below: readonly PlacedShape[], page: Grounds): Grounds {
  const grounds: Grounds[number][] = []
  for (const one of below.toReversed()) {
    if (one.fill === 'none' || !overlaps(one.box, box)) continue
    grounds.push(one.fill)
    if (one.fill && one.isWhole && one.box && box && isAround(one.box, box)) return grounds
  }
  return [...grounds, ...page]
}

/** `above`: shapes painted later. */
export function isCovered(box: PaintedBox, above: readonly PlacedShape[]): boolean {
  return above.some(({ isWhole, fill, box: one }) => isWhole && fill && fill !== 'none' && one && isAround(one, box))
}

/** The smallest size that can hold a letter, in EMUs. */
const minSize = 25_400

/** True if a box is off the slide or too small for a letter. All lengths are in EMUs. */
export function isOutside({ x, y, width, height }: PaintedBox, slide: { width: number; height: number }): boolean {
  if (width < minSize && height < minSize) return true
  return isOffPage(x, width, slide.width, 0) || isOffPage(y, height, slide.height, 0)
}

interface PlacedItem {
  /** Position in painting order. */
  at: number
  box: PaintedBox
}

const maxPlaced = 200

/**
 * Returns items in reading order. Programs store them in painting order, which edits change. `boxOf`: null for items without a position or content, which stay behind the item before them, as do backgrounds.
 */
export function inReadingOrder<Item>(items: readonly Item[], boxOf: (item: Item) => PaintedBox | null): Item[] {
  const boxed = items.flatMap((item, at): PlacedItem[] => {
    const box = boxOf(item)
    return box ? [{ at, box }] : []
  })
  const placed = boxed.filter(({ at, box }) => !boxed.some((other) => other.at !== at && isAround(box, other.box)))
  if (placed.length > maxPlaced) return [...items]
  const next = new Map(placed.map(({ at }, i) => [at, placed[i + 1]?.at]))
  return [...items.slice(0, placed[0]?.at), ...ordered(placed).flatMap(({ at }) => items.slice(at, next.get(at)))]
}

/** Splits the shapes into rows or columns. If rows and columns are both possible, chooses the order closer to the painting order. */
function ordered(items: readonly PlacedItem[]): readonly PlacedItem[] {
  const [rows, columns] = [bandsOf(items, 'y', 'height'), bandsOf(items, 'x', 'width')]
  if (rows.length < 2 && columns.length < 2) return items
  if (columns.length > 1 && (rows.length < 2 || inversions(columns.flat()) < inversions(rows.flat()))) {
    return columns.flatMap(ordered)
  }
  // Joins rows that have common columns, such as the headings of columns and the texts below them.
  const joined: PlacedItem[][] = []
  for (const row of rows) {
    const both = [...(joined.at(-1) ?? []), ...row].sort((a, b) => a.at - b.at)
    const hasColumns = both.length < items.length && bandsOf(both, 'x', 'width').length > 1
    if (hasColumns) joined.pop()
    joined.push(hasColumns ? both : row)
  }
  return joined.flatMap(ordered)
}

/** The edges of text boxes may overlap, because their text is smaller. */
const edge = 0.1

/** Returns the rows or columns from the first to the last. The items of each are in painting order. */
function bandsOf(items: readonly PlacedItem[], start: 'x' | 'y', length: 'width' | 'height'): PlacedItem[][] {
  const startOf = ({ box }: PlacedItem) => box[start] + box[length] * edge
  const bands: PlacedItem[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const item of items.toSorted((a, b) => startOf(a) - startOf(b))) {
    if (startOf(item) >= end) bands.push([])
    bands.at(-1)?.push(item)
    end = Math.max(end, item.box[start] + item.box[length] * (1 - edge))
  }
  return bands.map((band) => band.sort((a, b) => a.at - b.at))
}

function inversions(items: readonly PlacedItem[]): number {
  return items.reduce((sum, { at }, i) => sum + items.slice(i + 1).filter((later) => later.at < at).length, 0)
}
