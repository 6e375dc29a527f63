/** Puts the shapes of a slide into reading order. Programs store them in painting order, which edits change. */

import { contains, type PaintedBox } from './painted.ts'

interface PlacedItem {
  /** Position in painting order. */
  at: number
  box: PaintedBox
}

/** With more shapes, a slide is a drawing. */
const maxPlaced = 200

/**
 * Splits the slide into rows and columns, again and again. Where both are possible, the split closer to the painting order is used.
 * `boxOf`: null for items without a position or content, which stay behind the item before them.
 */
export function inReadingOrder<Item>(items: readonly Item[], boxOf: (item: Item) => PaintedBox | null): Item[] {
  const boxed = items.flatMap((item, at): PlacedItem[] => {
    const box = boxOf(item)
    return box ? [{ at, box }] : []
  })
  const isGround = ({ at, box }: PlacedItem) => boxed.some((other) => other.at !== at && contains(box, other.box))
  const placed = boxed.filter((item) => !isGround(item))
  if (placed.length > maxPlaced) return [...items]
  const starts = [...new Set([0, ...placed.map(({ at }) => at)])]
  const parts = new Map(starts.map((start, i) => [start, items.slice(start, starts[i + 1])]))
  const order = new Set([...(placed[0]?.at === 0 ? [] : [0]), ...ordered(placed).map(({ at }) => at)])
  return [...order].flatMap((at) => parts.get(at) ?? [])
}

function ordered(items: readonly PlacedItem[]): readonly PlacedItem[] {
  const [rows, columns] = [bandsOf(items, 'y', 'height'), bandsOf(items, 'x', 'width')]
  if (rows.length < 2 && columns.length < 2) return items
  if (columns.length > 1 && (rows.length < 2 || inversions(columns.flat()) < inversions(rows.flat()))) {
    return columns.flatMap(ordered)
  }
  return withColumns(rows, items.length).flatMap(ordered)
}

/** Joins adjacent rows that have common columns, such as the headings of columns and the texts below them. */
function withColumns(rows: readonly PlacedItem[][], length: number): PlacedItem[][] {
  const joined: PlacedItem[][] = []
  for (const row of rows) {
    const both = [...(joined.at(-1) ?? []), ...row].sort((a, b) => a.at - b.at)
    const hasColumns = both.length < length && bandsOf(both, 'x', 'width').length > 1
    if (joined.length > 0 && hasColumns) joined.splice(-1, 1, both)
    else joined.push([...row])
  }
  return joined
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

/** Returns the number of pairs that aren't in painting order. */
function inversions(items: readonly PlacedItem[]): number {
  return items.reduce((sum, { at }, i) => sum + items.slice(i + 1).filter((later) => later.at < at).length, 0)
}
