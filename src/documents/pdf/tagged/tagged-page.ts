/**
 * Reads a page's content in the order of its structure tree, inserting the text that the tree leaves out where it belongs; null if the tree
 * can't be trusted.
 */

import type { PdfLine } from '../layout/line.ts'
import { textLinesOf } from '../layout/page-lines.ts'
import type { Table } from '../layout/tables/table.ts'
import { hrefsOf } from '../page/link-areas.ts'
import type { PageContent } from '../page/read-page.ts'
import type { Run } from '../page/run.ts'
import type { Block } from '../text/block.ts'
import { isOutOfOrder, placeRest } from './block-boxes.ts'
import { withCode, withItems } from './block-runs.ts'
import { type MarkPlace, markPlaces } from './element-context.ts'
import type { TaggedNote } from './element-notes.ts'
import { HeldText, isInBoxes } from './held-text.ts'
import { readTree } from './read-tree.ts'
import type { Tagging } from './tagging.ts'

interface PageByPlace {
  content: PageContent
  /** Ruled tables of the page. */
  tables: readonly Table[]
  /** The page's lines that repeat across pages. */
  furniture: readonly PdfLine[]
  /** All tables of the page, if the document tags none. */
  untagged: readonly Table[]
}

interface PageLayout {
  blocksIn(lines: readonly PdfLine[], tables: readonly Table[]): Block[]
}

export interface TaggedPage {
  blocks: Block[]
  notes: TaggedNote[]
}

/** A tree with a smaller share of the text describes too little of the page. */
const minHeld = 0.5

export function readTaggedPage(page: PageByPlace, tagging: Tagging, { blocksIn }: PageLayout): TaggedPage | null {
  const { tree, runs, turned, annotations } = page.content
  if (!tree) return null
  const places = markPlaces(tree)
  const placeOf = (run: Run) => (run.mark === null ? undefined : places.get(run.mark))
  const tables = page.untagged.filter((table) => isUntagged(table, placeOf))
  const isLeftOut = (run: Run) => {
    const place = placeOf(run)
    const mayRepeat = place === undefined || (!tagging.hasArtifacts && place.within === null)
    return mayRepeat && isInBoxes(run, page.furniture)
  }
  const main = runs.filter((run) => !isInBoxes(run, tables) && !isLeftOut(run))
  const text = new HeldText(tree, [main, ...turned])
  if (text.heldChars < text.chars * minHeld) return null
  const { blocks, notes } = readTree(tree, {
    text,
    hrefs: hrefsOf(annotations),
    layOut: (own) => blocksIn(textLinesOf(own), []),
    ruled: page.tables,
  })
  if (isOutOfOrder(blocks)) return null
  const inTables = runs.filter((run) => isInBoxes(run, tables))
  const [rest = [], ...turnedRest] = text.rest()
  const left = blocksIn(textLinesOf(rest), inTables.length > 0 ? tables : [])
  const own = withCode(tagging.hasLists ? blocks : withItems(blocks))
  return { blocks: [...placeRest(own, left), ...turnedRest.flatMap((one) => blocksIn(textLinesOf(one), []))], notes }
}

/** True if the tree contains the table's text as paragraphs, each within a single row. */
function isUntagged({ rows }: Table, placeOf: (run: Run) => MarkPlace | undefined): boolean {
  const rowOfBlock = new Map<MarkPlace['block'], number>()
  for (const [at, row] of rows.entries()) {
    for (const { lines } of row) {
      for (const run of lines.flatMap((line) => line.runs)) {
        const place = placeOf(run)
        if (!place) continue
        if (place.within !== null || (rowOfBlock.get(place.block) ?? at) !== at) return false
        rowOfBlock.set(place.block, at)
      }
    }
  }
  return true
}
