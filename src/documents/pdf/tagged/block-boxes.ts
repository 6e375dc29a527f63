/** Locates blocks on their page, and checks whether the order of the tree matches the layout. */

import type { PdfLine } from '../layout/line.ts'
import type { Box } from '../page/run.ts'
import type { Block } from '../text/block.ts'

/** Returns the lines of a block, including those of nested blocks. */
export function linesOfBlock(block: Block): readonly PdfLine[] {
  switch (block.kind) {
    case 'text':
    case 'item':
      return block.lines
    case 'table':
      return block.table.rows.flatMap((row) => row.flatMap(({ lines }) => lines))
    case 'list':
      return block.items.flatMap(({ blocks }) => blocks.flatMap(linesOfBlock))
    case 'quote':
      return block.blocks.flatMap(linesOfBlock)
    default:
      return []
  }
}

/** Returns null for a block without lines. */
function boxOfBlock(block: Block): Box | null {
  const lines = linesOfBlock(block)
  if (lines.length === 0) return null
  const smallest = (side: 'left' | 'top') => lines.reduce((least, line) => Math.min(least, line[side]), Infinity)
  const largest = (side: 'right' | 'bottom') => lines.reduce((most, line) => Math.max(most, line[side]), -Infinity)
  return { left: smallest('left'), right: largest('right'), top: smallest('top'), bottom: largest('bottom') }
}

/** True if two boxes are in the same column. */
function shareColumn(a: Box, b: Box): boolean {
  const common = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  return common > Math.min(a.right - a.left, b.right - b.left) * 0.5
}

/** Minimum number of steps needed to judge the order. */
const minSteps = 4
const maxUpward = 0.35

/** True if too many blocks are above their predecessor in the same column to trust the order of the tree. */
export function isOutOfOrder(blocks: readonly Block[]): boolean {
  const boxes = blocks.flatMap((block) => boxOfBlock(block) ?? [])
  const steps = boxes.slice(1).map((box, at) => ({ box, before: boxes[at] as Box }))
  const inColumn = steps.filter(({ box, before }) => shareColumn(box, before))
  const upward = inColumn.filter(({ box, before }) => box.bottom < before.top + 1)
  return inColumn.length >= minSteps && upward.length > inColumn.length * maxUpward
}

/** On a page with more comparisons, the remaining blocks go to the end. */
const maxComparisons = 2_000_000

/** Inserts blocks of text that aren't in any element, each after the last block above it in its column. */
export function placeRest(blocks: readonly Block[], rest: readonly Block[]): Block[] {
  if (rest.length === 0) return [...blocks]
  if (blocks.length * rest.length > maxComparisons) return [...blocks, ...rest]
  const boxes = blocks.map(boxOfBlock)
  const at = new Map<number, Block[]>()
  let last = 0
  for (const block of rest) {
    const box = boxOfBlock(block)
    const place = box ? placeOf(box, boxes) : last
    at.set(place, [...(at.get(place) ?? []), block])
    last = place
  }
  return [...(at.get(0) ?? []), ...blocks.flatMap((block, n) => [block, ...(at.get(n + 1) ?? [])])]
}

function placeOf(box: Box, boxes: readonly (Box | null)[]): number {
  const middle = (box.top + box.bottom) / 2
  const above = boxes.findLastIndex((other) => other && other.bottom <= middle && shareColumn(box, other))
  if (above >= 0) return above + 1
  const below = boxes.findIndex((other) => other && other.top >= middle)
  return below >= 0 ? below : boxes.length
}
