/** Joins consecutive lists: programs may tag nested levels as adjacent lists, whose depth shows only in their position. */

import type { PdfLine } from '../layout/line.ts'
import type { Block, ListBlock, StatedItem } from '../text/block.ts'

/** Joins neighbours into one list, by the indentation of their labels. */
export function joinNeighbours(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    if (last?.kind !== 'list' || block.kind !== 'list' || !join(last, block)) joined.push(block)
  }
  return joined
}

/** Returns false if the second list isn't below the first one or is indented less. */
function join(above: ListBlock, below: ListBlock): boolean {
  const start = below.items[0]?.start
  const end = above.items.at(-1)?.start
  if (!start || !end || start.baseline <= end.baseline) return false
  const near = start.size * 0.6
  const levels = levelsOf(above)
  const same = levels.findLast(({ items }) => Math.abs(indentOf(items.at(-1)) - indentOf(below.items[0])) <= near)
  if (same) {
    same.items.push(...below.items)
    return true
  }
  const outer = levels.findLast(({ items }) => indentOf(items.at(-1)) < indentOf(below.items[0]))
  outer?.items.at(-1)?.blocks.push(below)
  return outer !== undefined
}

/** Returns the list, and the lists at the end of its last items. */
function levelsOf(list: ListBlock): ListBlock[] {
  const levels = [list]
  for (let at = 0; at < levels.length && levels.length < 100; at++) {
    const last = levels[at]?.items.at(-1)?.blocks.at(-1)
    if (last?.kind === 'list') levels.push(last)
  }
  return levels
}

function indentOf(item: StatedItem | undefined): number {
  const { left = 0, right = 0, isRightToLeft = false } = item?.start ?? ({} as Partial<PdfLine>)
  return isRightToLeft ? -right : left
}
