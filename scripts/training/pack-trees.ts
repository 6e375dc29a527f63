/** Converts learned trees into models, and packs models into text. */

import { leafUnit } from '../../src/format/main-content/tree-model.ts'
import type { Tree } from './boosting.ts'

/** All nodes of the trees in one sequence. Each inner node compares one column with one threshold. */
export interface TreeNodes {
  /** Initial score of a row, before any tree is evaluated. */
  base: number
  column: Uint8Array
  threshold: Float32Array
  /** The index of an inner node if it is at least 0; otherwise the bitwise complement (`~`) of a leaf's index. */
  left: Int16Array
  right: Int16Array
  leaf: Float32Array
  roots: Int16Array
}

export interface LearnedTrees {
  trees: Tree[]
  edges: readonly Float32Array[]
  base: number
}

/** Converts trees over bins into one model of trees over values. */
export function toModel({ trees, edges, base }: LearnedTrees): TreeNodes {
  const nodes = trees.flatMap((tree) => tree.column.map((column, n) => ({ column, bin: tree.bin[n] as number })))
  const model: TreeNodes = {
    base,
    column: Uint8Array.from(nodes, ({ column }) => column),
    threshold: Float32Array.from(nodes, ({ column, bin }) => edges[column]?.[bin] ?? Number.POSITIVE_INFINITY),
    left: new Int16Array(nodes.length),
    right: new Int16Array(nodes.length),
    leaf: Float32Array.from(trees.flatMap(({ leaf }) => leaf)),
    roots: new Int16Array(trees.length),
  }
  let node = 0
  let leaf = 0
  trees.forEach((tree, n) => {
    const move = (child: number) => (child >= 0 ? child + node : ~(~child + leaf))
    model.roots[n] = tree.column.length > 0 ? node : ~leaf
    tree.column.forEach((_, at) => {
      model.left[node + at] = move(tree.left[at] as number)
      model.right[node + at] = move(tree.right[at] as number)
    })
    node += tree.column.length
    leaf += tree.leaf.length
  })
  return model
}

/** Returns the text that `TreeModel` reads. */
export function packTrees({ base, column, threshold, left, right, leaf, roots }: TreeNodes): string {
  const header = Buffer.alloc(16)
  header.writeFloatLE(base, 0)
  header.writeUInt32LE(column.length, 4)
  header.writeUInt32LE(leaf.length, 8)
  header.writeUInt32LE(roots.length, 12)
  const leaves = Int16Array.from(leaf, (value) => Math.max(-32768, Math.min(32767, Math.round(value / leafUnit))))
  const parts = [column, threshold, left, right, leaves, roots]
  return Buffer.concat([
    header,
    ...parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
  ]).toString('base64')
}
