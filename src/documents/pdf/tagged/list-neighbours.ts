/** Joins adjacent lists by indentation, because LibreOffice tags deep levels of a list as lists next to it. */

import { startOf } from '../layout/line.ts'
import type { Block, ListBlock, StatedItem } from '../text/block.ts'

export function joinNeighbours(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    if (last?.kind !== 'list' || block.kind !== 'list' || !join(last, block)) joined.push(block)
  }
  return joined
}

/** Returns false if the second list isn't below the first one, or is indented less. */
function join(above: ListBlock, below: ListBlock): boolean {
  const start = below.items[0]?.start
  const end = above.items.at(-1)?.start
  if (!start || !end || start.baseline <= end.baseline) return false
  const indent = indentOf(below.items[0])
  const levels = levelsOf(above)
  const same = levels.findLast(({ items }) => Math.abs(indentOf(items.at(-1)) - indent) <= start.size * 0.6)
  if (same) same.items.push(...below.items)
  const outer = same ?? levels.findLast(({ items }) => indentOf(items.at(-1)) < indent)
  if (!same) outer?.items.at(-1)?.blocks.push(below)
  return outer !== undefined
}

/** Returns the list, and the lists at the end of its last items. */
function levelsOf(list: ListBlock): ListBlock[] {
  const last = list.items.at(-1)?.blocks.at(-1)
  return last?.kind === 'list' ? [list, ...levelsOf(last)] : [list]
}

function indentOf(item: StatedItem | undefined): number {
  return item?.start ? startOf(item.start) : 0
}
