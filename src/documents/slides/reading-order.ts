/** Puts the shapes of a slide into reading order. Programs store them in painting order, which edits change. */

import { isAround, type PaintedBox } from './painted.ts'

interface PlacedItem {
  /** Position in painting order. */
  at: number
  box: PaintedBox
}

const maxPlaced = 200

/** `boxOf`: null for items without a position or content, which stay behind the item before them, as do backgrounds. */
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
