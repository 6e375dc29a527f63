/**
 * Scores many rows with one model without walking through each tree. For each column, visits the splits in order of threshold, up to the
 * column's value, so only splits with the rarer answer. Each of these excludes the leaves on the other side. In each tree, the row reaches
 * the first leaf that remains.
 *
 * @see Lucchese and others, QuickScorer: a fast algorithm to rank documents with additive ensembles of regression trees, SIGIR 2015
 */

import type { TreeModel } from './tree-model.ts'

/** Properties of the columns of a model's rows. */
export interface RowShape {
  width: number
  /** Columns from this index on have the same values in all rows of a page. */
  pageFrom: number
  /** Among the other columns, those from `from` up to, but not including, `to` mostly have values above their thresholds. */
  high: { from: number; to: number }
}

/** Rows of one page. */
export interface RowWriter {
  /** Writes the page's columns. */
  putPage(row: Float32Array): void
  /** Writes the other columns of row n. Rows are requested one by one, in order. */
  put(n: number, row: Float32Array, start: number): void
}

interface Split {
  threshold: number
  tree: number
  /** One bit for each leaf of the tree: 0 for leaves that the rarer answer excludes. */
  remaining: number
}

/** A number holds one bit per leaf of a tree, and the tree's index in the bits above. */
const maxLeaves = 16
const leafBits = 2 ** maxLeaves - 1

export class TreeScorer {
  readonly #shape: RowShape
  readonly #base: number
  /** Index of each tree's first leaf. */
  readonly #firstLeaf: Int32Array
  readonly #leaf: Float32Array
  /** Index of each column's first split. */
  readonly #first: Int32Array
  // One entry per split. Each column ends with a NaN threshold: comparisons with it are always false.
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

  /** Returns the score of each row: the sum of the leaves it reaches. Holds only one row at a time. */
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

  /** Excludes leaves by thresholds below the column values, for columns from `from` up to, but not including, `to`. */
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

  /** Like `#excludeFromBelow`, for thresholds that aren't below the values. */
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

/** Returns the splits of each column. Each tree's leaves are ordered so that the rarer answer of a split excludes those that come first. */
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

/** Returns a number whose bits from `start` up to, but not including, `end` are 1. */
function bits(start: number, end: number): number {
  return ((1 << (end - start)) - 1) << start
}
