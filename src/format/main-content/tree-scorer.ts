/**
 * Scores many rows by one model without a walk through each tree. A column goes over its thresholds in their order, as far as its value
 * makes splits turn out the rarer way: each of these excludes the leaves on the other side. Of those that are left of a tree, the row
 * reaches the first one.
 *
 * @see Lucchese and others, QuickScorer: a fast algorithm to rank documents with additive ensembles of regression trees, SIGIR 2015
 */

import type { TreeModel } from './tree-model.ts'

/** What is known of the columns of a model's rows. */
export interface RowShape {
  width: number
  /** The columns from this one on are the same in all rows of a page. */
  pageFrom: number
  /** Of the others, those from `from` up to, not including, `to` have values that are mostly above their thresholds. */
  high: { from: number; to: number }
}

/** Rows of one page. */
export interface RowWriter {
  /** Writes the columns of the page. */
  putPage(row: Float32Array): void
  /** Writes the other columns of row n: rows are asked for one by one, in their order. */
  put(n: number, row: Float32Array, start: number): void
}

interface Split {
  threshold: number
  tree: number
  /** A bit for each leaf of the tree: 0 for those that the rarer answer excludes. */
  remaining: number
}

/** A number holds a bit for each of a tree's leaves, and above them the tree. */
const maxLeaves = 16
const leafBits = 2 ** maxLeaves - 1

export class TreeScorer {
  readonly #shape: RowShape
  readonly #base: number
  /** Of each tree, the index of its first leaf. */
  readonly #firstLeaf: Int32Array
  readonly #leaf: Float32Array
  /** Of each column, the index of its first split. */
  readonly #first: Int32Array
  // Of each split. Those of a column end with a threshold that is no number: no comparison with it is true.
  readonly #threshold: Float32Array
  readonly #treeAndRemaining: Int32Array

  constructor(model: TreeModel, shape: RowShape) {
    this.#shape = shape
    this.#base = model.base
    const { columns, leaf, firstLeaf } = readSplits(model, shape)
    this.#firstLeaf = Int32Array.from(firstLeaf)
    this.#leaf = Float32Array.from(leaf)
    this.#first = new Int32Array(shape.width)
    const splits: Split[] = []
    for (const [column, ofColumn] of columns.entries()) {
      this.#first[column] = splits.length
      const sign = isHigh(column, shape) ? -1 : 1
      splits.push(...ofColumn.sort((a, b) => sign * (a.threshold - b.threshold)))
      splits.push({ threshold: Number.NaN, tree: 0, remaining: leafBits })
    }
    this.#threshold = Float32Array.from(splits, ({ threshold }) => threshold)
    this.#treeAndRemaining = Int32Array.from(splits, ({ tree, remaining }) => (tree << maxLeaves) | remaining)
  }

  /** The score of each row: the sum of the leaves that it reaches. No more than one row is kept at a time. */
  score(rows: RowWriter, count: number): Float64Array {
    const { width, pageFrom, high } = this.#shape
    const row = new Float32Array(width)
    rows.putPage(row)
    const ofPage = new Int32Array(this.#firstLeaf.length).fill(leafBits)
    this.#excludeFromBelow(ofPage, row, pageFrom, width)
    const leaves = new Int32Array(ofPage.length)
    const scores = new Float64Array(count)
    for (let n = 0; n < count; n++) {
      rows.put(n, row, 0)
      leaves.set(ofPage)
      this.#excludeFromBelow(leaves, row, 0, high.from)
      this.#excludeFromAbove(leaves, row, high.from, high.to)
      this.#excludeFromBelow(leaves, row, high.to, pageFrom)
      scores[n] = this.#sum(leaves)
    }
    return scores
  }

  /** Excludes leaves by the thresholds below the values of the columns from `from` up to, not including, `to`. */
  #excludeFromBelow(leaves: Int32Array, row: Float32Array, from: number, to: number): void {
    const first = this.#first
    const threshold = this.#threshold
    const treeAndRemaining = this.#treeAndRemaining
    for (let column = from; column < to; column++) {
      const value = row[column] as number
      for (let n = first[column] as number; value > (threshold[n] as number); n++) {
        const split = treeAndRemaining[n] as number
        const tree = split >>> maxLeaves
        leaves[tree] = (leaves[tree] as number) & split
      }
    }
  }

  /** As `#excludeFromBelow`, by the thresholds that are not below the values. */
  #excludeFromAbove(leaves: Int32Array, row: Float32Array, from: number, to: number): void {
    const first = this.#first
    const threshold = this.#threshold
    const treeAndRemaining = this.#treeAndRemaining
    for (let column = from; column < to; column++) {
      const value = row[column] as number
      for (let n = first[column] as number; value <= (threshold[n] as number); n++) {
        const split = treeAndRemaining[n] as number
        const tree = split >>> maxLeaves
        leaves[tree] = (leaves[tree] as number) & split
      }
    }
  }

  #sum(leaves: Int32Array): number {
    const firstLeaf = this.#firstLeaf
    const leaf = this.#leaf
    let score = this.#base
    for (let tree = 0; tree < leaves.length; tree++) {
      const remaining = leaves[tree] as number
      const lowestBit = 31 - Math.clz32(remaining & -remaining)
      score += leaf[(firstLeaf[tree] as number) + lowestBit] as number
    }
    return score
  }
}

const isHigh = (column: number, { high }: RowShape) => column >= high.from && column < high.to

/** The splits of each column; the leaves of each tree in such an order that the rarer answer of a split excludes those that come first. */
function readSplits(model: TreeModel, shape: RowShape): { columns: Split[][]; leaf: number[]; firstLeaf: number[] } {
  const columns = Array.from({ length: shape.width }, (): Split[] => [])
  const leaf: number[] = []
  const firstLeaf: number[] = []
  const read = (node: number, tree: number) => {
    if (node < 0) {
      leaf.push(model.leaf[~node] as number)
      return
    }
    const column = model.column[node] as number
    const children = [model.left[node] as number, model.right[node] as number]
    const [usual, rarer] = (isHigh(column, shape) ? children.reverse() : children) as [number, number]
    const start = leaf.length - (firstLeaf[tree] as number)
    read(usual, tree)
    const end = leaf.length - (firstLeaf[tree] as number)
    columns[column]?.push({ threshold: model.threshold[node] as number, tree, remaining: leafBits & ~bits(start, end) })
    read(rarer, tree)
  }
  for (const [tree, root] of model.roots.entries()) {
    firstLeaf.push(leaf.length)
    read(root, tree)
    if (leaf.length - (firstLeaf[tree] as number) > maxLeaves)
      throw new Error(`tree ${tree} has more than ${maxLeaves} leaves`)
  }
  return { columns, leaf, firstLeaf }
}

/** A number whose bits from `start` up to, not including, `end` are 1. */
function bits(start: number, end: number): number {
  return ((1 << (end - start)) - 1) << start
}
