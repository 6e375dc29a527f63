/** Locates blocks on their page, and checks whether the order of the tree matches the layout. */

import type { PdfLine } from '../layout/line.ts'
import type { Box } from '../page/run.ts'
import type { Block } from '../text/block.ts'

/** Returns the lines of a block, including those of nested blocks. */
export function linesOfBlock(block: Block): readonly PdfLine[] {
  switch (block.kind) {
    case 'text':
    case 'item':
    case 'code':
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

function boxOfBlock(block: Block): Box | null {
  const lines = linesOfBlock(block)
  if (lines.length === 0) return null
  const smallest = (side: 'left' | 'top') => lines.reduce((least, line) => Math.min(least, line[side]), Infinity)
  const largest = (side: 'right' | 'bottom') => lines.reduce((most, line) => Math.max(most, line[side]), -Infinity)
  return { left: smallest('left'), right: largest('right'), top: smallest('top'), bottom: largest('bottom') }
}

function shareColumn(a: Box, b: Box): boolean {
  const common = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  return common > Math.min(a.right - a.left, b.right - b.left) * 0.5
}

/** Judging the order requires at least this many steps within columns. */
const minSteps = 4
const maxUpward = 0.35

/** True if the tree's order can't be trusted, because too many blocks are above the preceding block in their column. */
export function isOutOfOrder(blocks: readonly Block[]): boolean {
  const boxes = blocks.flatMap((block) => boxOfBlock(block) ?? [])
  const steps = boxes.slice(1).map((box, at) => ({ box, before: boxes[at] as Box }))
  const inColumn = steps.filter(({ box, before }) => shareColumn(box, before))
  const upward = inColumn.filter(({ box, before }) => box.bottom < before.top + 1)
  return inColumn.length >= minSteps && upward.length > inColumn.length * maxUpward
}
