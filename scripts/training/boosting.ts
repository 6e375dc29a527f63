/** Deterministic gradient boosting of small regression trees over binned columns, with logistic loss and best-first growth. */

export interface Tree {
  /** For each inner node, the column and the highest bin that goes left. Negative children are leaves (`~index`). */
  column: number[]
  bin: number[]
  left: number[]
  right: number[]
  leaf: number[]
}

export interface BoostOptions {
  trees: number
  leaves: number
  rate: number
  /** Shares of the columns and row groups from which each tree is grown. */
  columnShare: number
  rowShare: number
  lambda: number
  minWeight: number
  /** Rows lighter than this are sampled by weight, and get this weight if sampled. 0 disables this. */
  lightWeight: number
  seed: number
}

const maxBins = 64

/** Returns the upper edges of at most 64 bins per column, from the quantiles of a sample. */
export function binEdges(rows: Float32Array, width: number): Float32Array[] {
  const count = rows.length / width
  const step = Math.max(1, Math.floor(count / 50_000))
  return Array.from({ length: width }, (_, column) => {
    const values: number[] = []
    for (let n = 0; n < count; n += step) values.push(rows[n * width + column] as number)
    const sorted = Float32Array.from(values).sort()
    const distinct = [...new Set(sorted)]
    if (distinct.length <= maxBins)
      return Float32Array.from(distinct.slice(0, -1).map((v, n) => (v + (distinct[n + 1] as number)) / 2))
    const edges = new Set<number>()
    for (let n = 1; n < maxBins; n++) edges.add(sorted[Math.floor((n * sorted.length) / maxBins)] as number)
    return Float32Array.from(edges)
  })
}

/** Returns one array of bins per column that has edges. */
export function toBins(rows: Float32Array, width: number, edges: readonly Float32Array[]): Uint8Array[] {
  return edges.map((of, column) => {
    const bins = new Uint8Array(rows.length / width)
    for (let n = 0; n < bins.length; n++) bins[n] = binOf(rows[n * width + column] as number, of)
    return bins
  })
}

/** Names of columns that a model may not use. */
export type LeftOut = ReadonlySet<string>

/** Returns the bins with the same value in every row of a column that is left out, so that no tree can use it. */
export function withoutColumns(bins: Uint8Array[], names: readonly string[], leftOut: LeftOut): Uint8Array[] {
  return bins.map((of, n) => (leftOut.has(names[n] as string) ? new Uint8Array(of.length) : of))
}

function binOf(value: number, edges: Float32Array): number {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (value > (edges[middle] as number)) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns a source of pseudorandom numbers from 0 to 1 that are the same in every run. @see mulberry32 */
function randoms(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

interface Leaf {
  from: number
  to: number
  histogram: Float64Array
  columns: Int32Array
  gradient: number
  hessian: number
  gain: number
  column: number
  bin: number
  /** Index of the parent node, or -1 for the root. */
  parent: number
  isLeft: boolean
}

/** Grows the trees. `labels` are from 0 to 1, `groups` are rows to sample together, and `base` is the score before any tree. */
export function boost(
  bins: Uint8Array[],
  { labels, weights, groups, base }: { labels: Float32Array; weights: Float32Array; groups: Int32Array; base: number },
  options: BoostOptions,
  rowsUsed: Int32Array,
): Tree[] {
  const rows = weights.length
  const score = new Float64Array(rows).fill(base)
  const gradient = new Float64Array(rows)
  const hessian = new Float64Array(rows)
  const random = randoms(options.seed)
  const trees: Tree[] = []
  const isIn = new Uint8Array(groups.reduce((most, group) => Math.max(most, group), 0) + 1)
  const sample = new Int32Array(rowsUsed.length)
  for (let round = 0; round < options.trees; round++) {
    const columns = Int32Array.from(bins.keys()).filter(() => random() < options.columnShare)
    for (let group = 0; group < isIn.length; group++) isIn[group] = random() < options.rowShare ? 1 : 0
    let size = 0
    for (let k = 0; k < rowsUsed.length; k++) {
      const n = rowsUsed[k] as number
      if (isIn[groups[n] as number] === 0) continue
      let weight = weights[n] as number
      if (weight < options.lightWeight) {
        if (random() * options.lightWeight >= weight) continue
        weight = options.lightWeight
      }
      const p = 1 / (1 + Math.exp(-(score[n] as number)))
      gradient[n] = weight * (p - (labels[n] as number))
      hessian[n] = weight * Math.max(1e-4, p * (1 - p))
      sample[size++] = n
    }
    const tree = growTree(bins, gradient, hessian, columns, sample.slice(0, size), options)
    trees.push(tree)
    for (let k = 0; k < rowsUsed.length; k++) {
      const n = rowsUsed[k] as number
      score[n] = (score[n] as number) + leafFor(tree, bins, n)
    }
  }
  return trees
}

function growTree(
  bins: Uint8Array[],
  gradient: Float64Array,
  hessian: Float64Array,
  columns: Int32Array,
  order: Int32Array,
  { leaves, lambda, minWeight, rate }: BoostOptions,
): Tree {
  const tree: Tree = { column: [], bin: [], left: [], right: [], leaf: [] }
  const gradients = new Float64Array(order.length)
  const hessians = new Float64Array(order.length)
  const histogramOf = (from: number, to: number) => {
    const h = new Float64Array(columns.length * maxBins * 2)
    const count = to - from
    // This gathers values once for all columns, because reading rows by index for each column takes twice as long.
    for (let k = 0; k < count; k++) {
      const n = order[from + k] as number
      gradients[k] = gradient[n] as number
      hessians[k] = hessian[n] as number
    }
    for (let c = 0; c < columns.length; c++) {
      const of = bins[columns[c] as number] as Uint8Array
      const base = c * maxBins * 2
      for (let k = 0; k < count; k++) {
        const at = base + (of[order[from + k] as number] as number) * 2
        h[at] = (h[at] as number) + (gradients[k] as number)
        h[at + 1] = (h[at + 1] as number) + (hessians[k] as number)
      }
    }
    return h
  }
  const findSplit = (leaf: Leaf) => {
    const { histogram: h, gradient: G, hessian: H } = leaf
    const own = (G * G) / (H + lambda)
    for (let c = 0; c < columns.length; c++) {
      let g = 0
      let w = 0
      for (let b = 0; b < maxBins - 1; b++) {
        const at = (c * maxBins + b) * 2
        if (h[at + 1] === 0) continue
        g += h[at] as number
        w += h[at + 1] as number
        if (w < minWeight) continue
        if (H - w < minWeight) break
        const gain = (g * g) / (w + lambda) + ((G - g) * (G - g)) / (H - w + lambda) - own
        if (gain > leaf.gain) {
          leaf.gain = gain
          leaf.column = c
          leaf.bin = b
        }
      }
    }
  }
  const makeLeaf = (from: number, to: number, histogram: Float64Array, parent: number, isLeft: boolean): Leaf => {
    let G = 0
    let H = 0
    for (let k = from; k < to; k++) {
      G += gradient[order[k] as number] as number
      H += hessian[order[k] as number] as number
    }
    const leaf: Leaf = {
      from,
      to,
      histogram,
      columns,
      gradient: G,
      hessian: H,
      gain: 1e-9,
      column: -1,
      bin: 0,
      parent,
      isLeft,
    }
    findSplit(leaf)
    return leaf
  }
  const open: Leaf[] = [makeLeaf(0, order.length, histogramOf(0, order.length), -1, true)]
  const attach = (leaf: Leaf, index: number) => {
    if (leaf.parent < 0) return
    if (leaf.isLeft) tree.left[leaf.parent] = index
    else tree.right[leaf.parent] = index
  }
  while (open.length < leaves) {
    let best = -1
    for (let n = 0; n < open.length; n++) {
      const leaf = open[n] as Leaf
      if (leaf.column >= 0 && (best < 0 || leaf.gain > (open[best] as Leaf).gain)) best = n
    }
    if (best < 0) break
    const leaf = open[best] as Leaf
    const column = columns[leaf.column] as number
    const of = bins[column] as Uint8Array
    const node = tree.column.length
    tree.column.push(column)
    tree.bin.push(leaf.bin)
    tree.left.push(0)
    tree.right.push(0)
    attach(leaf, node)
    const rows = order.slice(leaf.from, leaf.to)
    let middle = leaf.from
    for (const n of rows) if ((of[n] as number) <= leaf.bin) order[middle++] = n
    let end = middle
    for (const n of rows) if ((of[n] as number) > leaf.bin) order[end++] = n
    const isLeftSmall = middle - leaf.from < leaf.to - middle
    const small = isLeftSmall ? histogramOf(leaf.from, middle) : histogramOf(middle, leaf.to)
    const large = leaf.histogram
    for (let k = 0; k < large.length; k++) large[k] = (large[k] as number) - (small[k] as number)
    open[best] = makeLeaf(leaf.from, middle, isLeftSmall ? small : large, node, true)
    open.push(makeLeaf(middle, leaf.to, isLeftSmall ? large : small, node, false))
  }
  for (const leaf of open) {
    attach(leaf, ~tree.leaf.length)
    tree.leaf.push((-rate * leaf.gradient) / (leaf.hessian + lambda))
  }
  return tree
}

export function leafFor(tree: Tree, bins: readonly Uint8Array[], row: number): number {
  if (tree.column.length === 0) return tree.leaf[0] ?? 0
  let node = 0
  while (node >= 0) {
    const of = bins[tree.column[node] as number] as Uint8Array
    node = ((of[row] as number) <= (tree.bin[node] as number) ? tree.left[node] : tree.right[node]) as number
  }
  return tree.leaf[~node] as number
}
