/** Reads a page's content in the order of its structure tree, followed by the text that the tree leaves out. */

import type { PdfLine } from '../layout/line.ts'
import { textLinesOf } from '../layout/page-lines.ts'
import type { Table } from '../layout/tables/table.ts'
import { hrefsOf } from '../page/link-areas.ts'
import type { PageContent } from '../page/read-page.ts'
import type { Run } from '../page/run.ts'
import type { Block } from '../text/block.ts'
import { isOutOfOrder } from './block-boxes.ts'
import { HeldText, isInBoxes } from './held-text.ts'
import { readTree } from './read-tree.ts'

interface PageLayout {
  furniture: readonly PdfLine[]
  tables: readonly Table[]
  blocksIn(lines: readonly PdfLine[]): Block[]
}

/** If the tree contains a smaller share of the text, it describes too little of the page. */
const minHeld = 0.5

/** Returns null if the page has no tree, or if the tree can't be trusted. */
export function readTaggedPage(content: PageContent, { furniture, tables, blocksIn }: PageLayout): Block[] | null {
  const { tree, runs, turned, annotations } = content
  if (!tree) return null
  const text = new HeldText(tree, [runs.filter((run) => !isInBoxes(run, furniture)), ...turned])
  if (text.heldChars < text.chars * minHeld) return null
  const layOut = (own: readonly Run[]) => blocksIn(textLinesOf(own))
  const blocks = readTree(tree, { text, hrefs: hrefsOf(annotations), layOut, ruled: tables })
  if (!blocks || isOutOfOrder(blocks)) return null
  return [...blocks, ...text.rest().flatMap(layOut)]
}
