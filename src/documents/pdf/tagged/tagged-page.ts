/** Reads a page's content in the order of its structure tree, followed by the text that the tree leaves out. */

import type { PdfLine } from '../layout/line.ts'
import { textLinesOf } from '../layout/page-lines.ts'
import type { Table } from '../layout/tables/table.ts'
import { type Box, boxAround } from '../page/geometry.ts'
import { hrefsOf } from '../page/link-areas.ts'
import type { PageContent } from '../page/read-page.ts'
import { isInside, type Run } from '../page/run.ts'
import { type Block, linesOfBlock } from '../text/block.ts'
import { HeldText } from './held-text.ts'
import { readTree } from './read-tree.ts'
import type { Tagging } from './tagging.ts'

interface LaidOutPage extends PageContent {
  lines: readonly PdfLine[]
  turnedLines: readonly (readonly PdfLine[])[]
  tables: readonly Table[]
}

/** If the tree contains a smaller share of the text, it describes too little of the page. */
const minHeld = 0.5

/**
 * Returns null if the page has no tree, or if the tree can't be trusted or lacks tables. `isText`: false for running text. `blocksIn`: finds
 * blocks by position.
 */
export function readTaggedPage(
  { tree, runs, annotations, lines, turnedLines, tables }: LaidOutPage,
  { hasTables }: Tagging,
  isText: (line: PdfLine) => boolean,
  blocksIn: (lines: readonly PdfLine[], tables?: readonly Table[]) => Block[],
): Block[] | null {
  if (!tree) return null
  if (!hasTables && blocksIn(lines.filter(isText), tables).some(({ kind }) => kind === 'table')) return null
  const furniture = lines.filter((line) => !isText(line))
  const own = runs.filter((run) => !furniture.some((line) => isInside(run, line)))
  const turned = turnedLines.map((some) => some.filter(isText).flatMap((line) => line.runs))
  const text = new HeldText(tree, [own, ...turned])
  if (text.heldChars < text.chars * minHeld) return null
  const layOut = (some: readonly Run[]) => blocksIn(textLinesOf(some))
  const blocks = readTree(tree, { text, hrefs: hrefsOf(annotations), layOut, ruled: tables })
  if (!blocks || isOutOfOrder(blocks)) return null
  return [...blocks, ...text.rest().flatMap(layOut)]
}

function shareColumn(a: Box, b: Box): boolean {
  const common = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  return common > Math.min(a.right - a.left, b.right - b.left) * 0.5
}

/** Judging the order requires at least this many steps within columns. */
const minSteps = 4
const maxUpward = 0.35

/** True if the tree's order can't be trusted, because too many blocks are above the preceding block in their column. */
function isOutOfOrder(blocks: readonly Block[]): boolean {
  const boxes = blocks.map(linesOfBlock).flatMap((lines) => (lines.length > 0 ? boxAround(lines) : []))
  const steps = boxes.slice(1).map((box, at) => ({ box, before: boxes[at] as Box }))
  const inColumn = steps.filter(({ box, before }) => shareColumn(box, before))
  const upward = inColumn.filter(({ box, before }) => box.bottom < before.top + 1)
  return inColumn.length >= minSteps && upward.length > inColumn.length * maxUpward
}
