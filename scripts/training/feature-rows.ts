/** Returns the features of all blocks of a page, one row after another. */

import { findAlike } from '../../src/format/main-content/alike-blocks.ts'
import { BlockFeatures, columns } from '../../src/format/main-content/block-features.ts'
import type { PageComposition } from '../../src/format/main-content/blocks.ts'
import { ContextFeatures, contextColumns } from '../../src/format/main-content/context-features.ts'
import type { PageFacts } from '../../src/format/main-content/page-facts.ts'
import type { RowWriter } from '../../src/format/main-content/tree-scorer.ts'

/** `kinds`: the chance of each kind of page. If empty, space is left for them at the end of each row. */
export function blockFeatures(page: PageComposition, facts: PageFacts, kinds: ArrayLike<number>): Float32Array {
  return rowsOf(new BlockFeatures(page, facts, kinds), page.blocks.length, columns.length)
}

/** `chances`: each block's chance on its own; `kinds`: the chance of each kind of page. */
export function contextFeatures(page: PageComposition, chances: Float64Array, kinds: ArrayLike<number>): Float32Array {
  const features = new ContextFeatures(page, findAlike(page), chances, kinds)
  return rowsOf(features, page.blocks.length, contextColumns.length)
}

function rowsOf(features: RowWriter, count: number, width: number): Float32Array {
  const rows = new Float32Array(count * width)
  for (let n = 0; n < count; n++) {
    features.put(n, rows, n * width)
    features.putPage(rows.subarray(n * width))
  }
  return rows
}
