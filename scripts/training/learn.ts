/** Learns the main-content models, with and without some folds of the pages, so that models can judge pages they weren't trained on. */

import { columns } from '../../src/format/main-content/block-features.ts'
import { weightOf } from '../../src/format/main-content/block-sums.ts'
import { contextColumns } from '../../src/format/main-content/context-features.ts'
import { pageKinds } from '../../src/format/main-content/page-kind.ts'
import { chanceOf, type TreeModel } from '../../src/format/main-content/tree-model.ts'
import { type Binned, type BoostOptions, binEdges, boost, leafFor, type Tree, toBins } from './boosting.ts'
import { contextFeatures } from './feature-rows.ts'
import type { TrainingPage } from './pages.ts'

export interface LearnedModels {
  /** One for each of `pageKinds`. */
  kinds: TreeModel[]
  /** Estimates a block's chance from the block alone. */
  blocks: TreeModel
  /** Estimates a block's chance among the others, from the chances of all. */
  context: TreeModel
}

interface LearnedTrees {
  trees: Tree[]
  edges: readonly Float32Array[]
  base: number
}

type Options = Omit<BoostOptions, 'seed'>
const shared = { columnShare: 0.35, rowShare: 0.7, lightWeight: 0.5 }
const kindOptions: Options = {
  ...shared,
  columnShare: 0.5,
  trees: 40,
  leaves: 4,
  rate: 0.15,
  lambda: 3,
  minWeight: 1,
  lightWeight: 0,
}
const blockOptions: Options = { ...shared, trees: 150, leaves: 16, rate: 0.1, lambda: 20, minWeight: 6 }
const contextOptions: Options = { ...shared, trees: 75, leaves: 8, rate: 0.1, lambda: 20, minWeight: 6 }
const kindBase = -1.5
const kindColumns = pageKinds.length

/** `without` always lists the folds whose pages a model must not see. */
export class Learner {
  private readonly pages: readonly TrainingPage[]
  private readonly seed: number
  /** Index of the first block of each page. */
  private readonly starts: number[] = []
  private readonly given: { labels: Float32Array; weights: Float32Array; groups: Int32Array; base: number }
  private readonly edges: Float32Array[]
  /** Bins of the block columns, except kinds, which depend on the folds. */
  private readonly bins: Uint8Array[]
  private readonly blockData = new Map<string, { data: Binned; edges: Float32Array[] }>()
  private readonly kindChances = new Map<string, readonly Float32Array[]>()
  private readonly blockChances = new Map<string, readonly Float64Array[]>()
  private readonly blockTrees = new Map<string, LearnedTrees>()

  /** `seed`: selects the rows and columns that each tree is grown from. */
  constructor(pages: readonly TrainingPage[], seed: number) {
    this.pages = pages
    this.seed = seed
    let count = 0
    for (const { labels } of pages) {
      this.starts.push(count)
      count += labels.length
    }
    const labels = new Float32Array(count)
    const weights = new Float32Array(count)
    const groups = new Int32Array(count)
    const rows = new Float32Array(count * columns.length)
    pages.forEach((page, n) => {
      const start = this.starts[n] as number
      const size = page.composition.blocks.reduce((sum, { words }) => sum + words, 0)
      // As in the mean F1 of pages: every page has the same weight, and a block weighs as much as its words.
      const share = 100 / (Math.max(50, page.truth.length) + 0.3 * size)
      page.composition.blocks.forEach(({ words }, block) => {
        labels[start + block] = page.labels[block] as number
        weights[start + block] = share * weightOf({ words })
        groups[start + block] = n
      })
      rows.set(page.rows, start * columns.length)
    })
    this.given = { labels, weights, groups, base: 0 }
    // Bin edges reveal nothing about labels, so edges from all pages serve every model.
    const edges = binEdges(rows, columns.length)
    this.edges = edges.slice(0, -kindColumns)
    this.bins = toBins(rows, columns.length, edges).bins.slice(0, -kindColumns)
  }

  /** Learns the models that are used together. */
  learn(without: readonly number[]): LearnedModels {
    return {
      kinds: this.kindTrees(without).map(toModel),
      blocks: toModel(this.blocksWithout(without)),
      context: toModel(this.contextTrees(without)),
    }
  }

  /** Counts pages of known kind, and those whose kind was estimated correctly by models not trained on them. */
  kindsRight(): { right: number; of: number } {
    const known = this.pages.filter(({ set }) => set.startsWith('wcxb'))
    const right = known.filter((page) => {
      const chances = this.kindsWithout([page.fold])[this.pages.indexOf(page)] as Float32Array
      return pageKinds[chances.indexOf(Math.max(...chances))] === page.kind
    })
    return { right: right.length, of: known.length }
  }

  private kindTrees(without: readonly number[]): LearnedTrees[] {
    const known = this.pages.filter(
      ({ set, fold }) => /^(?:wcxb|scrapinghub|magic)/.test(set) && !without.includes(fold),
    )
    const rows = stack(known.map(({ kindRow }) => kindRow))
    const edges = binEdges(rows, rows.length / known.length)
    const data = toBins(rows, rows.length / known.length, edges)
    const all = Int32Array.from(known.keys())
    return pageKinds.map((kind) => {
      const labels = Float32Array.from(known, (page) => Number(page.kind === kind))
      const weights = Float32Array.from(known, (page) => (page.kind === 'article' ? 0.5 : 1))
      const given = { labels, weights, groups: all, base: kindBase }
      return { trees: boost(data, given, { ...kindOptions, seed: this.seed }, all), edges, base: kindBase }
    })
  }

  /** Returns the chances of the kinds, for every page. */
  private kindsWithout(without: readonly number[]): readonly Float32Array[] {
    return remember(this.kindChances, keyOf(without), () => {
      const models = this.kindTrees(without)
      const rows = stack(this.pages.map(({ kindRow }) => kindRow))
      const scores = models.map((model) => chancesOf(model, toBins(rows, rows.length / this.pages.length, model.edges)))
      return this.pages.map((_, n) => {
        const own = scores.map((of) => of[n] as number)
        const sum = own.reduce((all, one) => all + one, 0)
        return Float32Array.from(own, (one) => one / sum)
      })
    })
  }

  /** Returns the chances of a page's kinds, by models trained on neither its fold nor these folds. */
  private kindsOf(page: number, without: readonly number[]): Float32Array {
    return this.kindsWithout(withFold(without, this.foldOf(page)))[page] as Float32Array
  }

  private blocksWithout(without: readonly number[]): LearnedTrees {
    return remember(this.blockTrees, keyOf(without), () => {
      const { data, edges } = this.blockDataWithout(without)
      const trees = boost(data, this.given, { ...blockOptions, seed: this.seed }, this.rowsWithout(without))
      return { trees, edges, base: 0 }
    })
  }

  private blockDataWithout(without: readonly number[]): { data: Binned; edges: Float32Array[] } {
    return remember(this.blockData, keyOf(without), () => {
      const kinds = this.perBlock(kindColumns, (page) => this.kindsOf(page, without))
      const edges = binEdges(kinds, kindColumns)
      const { bins, rows } = toBins(kinds, kindColumns, edges)
      return { data: { bins: [...this.bins, ...bins], rows }, edges: [...this.edges, ...edges] }
    })
  }

  /** Returns the chances of the blocks, for every page. */
  private chancesWithout(without: readonly number[]): readonly Float64Array[] {
    return remember(this.blockChances, keyOf(without), () => {
      const all = chancesOf(this.blocksWithout(without), this.blockDataWithout(without).data)
      return this.pages.map(({ labels }, n) => all.slice(this.starts[n], (this.starts[n] as number) + labels.length))
    })
  }

  /** Learns from chances that come from block models that haven't seen the page, as at run time. */
  private contextTrees(without: readonly number[]): LearnedTrees {
    const rows = new Float32Array(this.given.labels.length * contextColumns.length)
    this.pages.forEach(({ composition, fold }, n) => {
      if (without.includes(fold)) return
      const chances = this.chancesWithout(withFold(without, fold))[n] as Float64Array
      const ofPage = contextFeatures(composition, chances, this.kindsOf(n, without))
      rows.set(ofPage, (this.starts[n] as number) * contextColumns.length)
    })
    const edges = binEdges(rows, contextColumns.length)
    const data = toBins(rows, contextColumns.length, edges)
    const trees = boost(data, this.given, { ...contextOptions, seed: this.seed }, this.rowsWithout(without))
    return { trees, edges, base: 0 }
  }

  private rowsWithout(without: readonly number[]): Int32Array {
    const { groups } = this.given
    return Int32Array.from(groups.keys()).filter((n) => !without.includes(this.foldOf(groups[n] as number)))
  }

  private perBlock(width: number, rowOf: (page: number) => Float32Array): Float32Array {
    const rows = new Float32Array(this.given.labels.length * width)
    this.pages.forEach(({ labels }, n) => {
      const row = rowOf(n)
      for (let block = 0; block < labels.length; block++) rows.set(row, ((this.starts[n] as number) + block) * width)
    })
    return rows
  }

  private foldOf(page: number): number {
    return (this.pages[page] as TrainingPage).fold
  }
}

const withFold = (without: readonly number[], fold: number) => (without.includes(fold) ? without : [...without, fold])
const keyOf = (without: readonly number[]) => without.toSorted((a, b) => a - b).join(' ')

function remember<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}

function stack(parts: readonly Float32Array[]): Float32Array {
  const rows = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    rows.set(part, at)
    at += part.length
  }
  return rows
}

function chancesOf({ trees, base }: LearnedTrees, { bins, rows }: Binned): Float64Array {
  const chances = new Float64Array(rows).fill(base)
  for (const tree of trees) for (let n = 0; n < rows; n++) chances[n] = (chances[n] as number) + leafFor(tree, bins, n)
  return chances.map(chanceOf)
}

/** Converts trees over bins to one model of trees over values. */
function toModel({ trees, edges, base }: LearnedTrees): TreeModel {
  const nodes = trees.flatMap((tree) => tree.column.map((column, n) => ({ column, bin: tree.bin[n] as number })))
  const model: TreeModel = {
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
