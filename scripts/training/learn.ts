/** Learns the main-content models from all pages, or from all folds except one, so that they can judge pages they weren't trained on. */

import { columns } from '../../src/format/main-content/block-features.ts'
import { weightOf } from '../../src/format/main-content/block-sums.ts'
import { choiceColumns, choiceRows, thresholds } from '../../src/format/main-content/choice.ts'
import { correctChoice } from '../../src/format/main-content/corrections.ts'
import { evenOut } from '../../src/format/main-content/main-content.ts'
import { likeliestKind, pageKinds } from '../../src/format/main-content/page-kind.ts'
import { chanceOf } from '../../src/format/main-content/tree-model.ts'
import { type BoostOptions, binEdges, boost, type LeftOut, leafFor, toBins, withoutColumns } from './boosting.ts'
import { type LearnedTrees, type TreeNodes, toModel } from './pack-trees.ts'
import { folds, type TrainingPage } from './pages.ts'

export interface LearnedModels {
  /** One model for each of `pageKinds`. */
  kinds: TreeNodes[]
  /** Each block's chance of being content. */
  blocks: TreeNodes
  /** The quality of each threshold's choice. */
  choice: TreeNodes
}

type Options = Omit<BoostOptions, 'seed'>
const shared = { columnShare: 0.35, rowShare: 0.7, lightWeight: 1 }
/** Weight of a page that is learned a second time without its URL, so that the kind doesn't depend on the URL alone. */
const withoutUrlWeight = 0.1
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
const choiceOptions: Options = {
  ...shared,
  columnShare: 0.5,
  rowShare: 0.6,
  trees: 150,
  leaves: 8,
  rate: 0.05,
  lambda: 20,
  minWeight: 10,
  lightWeight: 0,
}
const choiceBase = 1
const kindBase = -1.5
const kindColumns = pageKinds.length

/** The candidates for each page's threshold. */
interface ChoiceData {
  rows: Float32Array
  /** The F1 of each candidate as a share of the page's best. */
  labels: Float32Array
  /** The chances of each page's blocks, from models that weren't trained on its fold. */
  chances: readonly Float64Array[]
}

/** The rows of all pages, which every model shares. */
interface TrainingRows {
  pages: readonly TrainingPage[]
  /** Index of the first block of each page. */
  starts: number[]
  given: { labels: Float32Array; weights: Float32Array; groups: Int32Array; base: number }
  /** Bin edges of the block columns, except for the estimated kinds. Edges don't depend on labels, so all models share them. */
  edges: Float32Array[]
  bins: Uint8Array[]
}

export function stackPages(pages: readonly TrainingPage[]): TrainingRows {
  const starts: number[] = []
  let count = 0
  for (const { labels } of pages) {
    starts.push(count)
    count += labels.length
  }
  const given = {
    labels: new Float32Array(count),
    weights: new Float32Array(count),
    groups: new Int32Array(count),
    base: 0,
  }
  pages.forEach(({ composition: { blocks }, truthSize, labels }, n) => {
    const start = starts[n] as number
    const size = blocks.reduce((sum, { words }) => sum + words, 0)
    // As in the mean F1 of pages, every page has the same weight, and a block's weight is that of its words.
    const share = 100 / (Math.max(50, truthSize) + 0.3 * size)
    given.labels.set(labels, start)
    given.groups.fill(n, start, start + labels.length)
    blocks.forEach((block, at) => {
      given.weights[start + at] = share * weightOf(block)
    })
  })
  const rows = stack(pages.map((page) => page.rows))
  const edges = binEdges(rows, columns.length).slice(0, -kindColumns)
  return { pages, starts, given, edges, bins: toBins(rows, columns.length, edges) }
}

/** Learns from all folds except one, or from all if `without` is null. */
export class Learner {
  private readonly rows: TrainingRows
  private readonly seed: number
  /** Each page's chance of being each kind, from models that weren't trained on its fold, as at run time. */
  private readonly kinds: readonly Float32Array[]
  private readonly bins: Uint8Array[]
  private readonly edges: Float32Array[]
  private readonly blockTrees = new Map<number | null, LearnedTrees>()
  private choiceData: ChoiceData | undefined

  /** `seed` selects the rows and columns from which each tree is grown. `leftOut`: columns of blocks. */
  constructor(rows: TrainingRows, seed: number, leftOut: LeftOut = new Set()) {
    this.rows = rows
    this.seed = seed
    const byFold = Array.from({ length: folds }, (_, fold) => this.kindChances(this.kindTrees(fold)))
    this.kinds = rows.pages.map(({ fold }, n) => byFold[fold]?.[n] as Float32Array)
    const perBlock = stack(
      rows.pages.flatMap(({ labels }, n) => Array.from(labels, () => this.kinds[n] as Float32Array)),
    )
    const edges = binEdges(perBlock, kindColumns)
    this.bins = withoutColumns([...rows.bins, ...toBins(perBlock, kindColumns, edges)], columns, leftOut)
    this.edges = [...rows.edges, ...edges]
  }

  /** Learns the models that are used together. */
  learn(without: number | null): LearnedModels {
    return {
      kinds: this.kindTrees(without).map(toModel),
      blocks: toModel(this.blocksWithout(without)),
      choice: toModel(this.choiceTrees(without)),
    }
  }

  private blocksWithout(without: number | null): LearnedTrees {
    const { pages, given } = this.rows
    const used = Int32Array.from(given.groups.keys()).filter((n) => pages[given.groups[n] as number]?.fold !== without)
    const learned = this.blockTrees.get(without) ?? {
      ...{ trees: boost(this.bins, given, { ...blockOptions, seed: this.seed }, used), edges: this.edges, base: 0 },
    }
    this.blockTrees.set(without, learned)
    return learned
  }

  /** Learns from the chances given by models that weren't trained on each page, as at run time. */
  private choiceTrees(without: number | null, leftOut: LeftOut = new Set()): LearnedTrees {
    this.choiceData ??= this.readChoices()
    const { rows, labels } = this.choiceData
    const edges = binEdges(rows, choiceColumns.length)
    const groups = Int32Array.from(labels, (_, n) => Math.floor(n / thresholds.length))
    const used = Int32Array.from(groups.keys()).filter((n) => this.rows.pages[groups[n] as number]?.fold !== without)
    const given = { labels, weights: new Float32Array(labels.length).fill(1), groups, base: choiceBase }
    const bins = withoutColumns(toBins(rows, choiceColumns.length, edges), choiceColumns, leftOut)
    return { trees: boost(bins, given, { ...choiceOptions, seed: this.seed }, used), edges, base: choiceBase }
  }

  private readChoices(): ChoiceData {
    const { pages, starts } = this.rows
    const byFold = Array.from({ length: folds }, (_, fold) => chancesOf(this.blocksWithout(fold), this.bins))
    const parts = pages.map((page, n) => {
      const start = starts[n] as number
      const chances = (byFold[page.fold] as Float64Array).slice(start, start + page.labels.length)
      const kinds = this.kinds[n] as Float32Array
      evenOut(page.composition, chances, likeliestKind(kinds))
      const scores = thresholds.map((threshold) => scoreOf(page, (at) => (chances[at] as number) >= threshold))
      const best = Math.max(0.01, ...scores)
      const rows = choiceRows(page.composition, chances, kinds)
      return { rows, chances, labels: Float32Array.from(scores, (score) => score / best) }
    })
    return {
      rows: stack(parts.map(({ rows }) => rows)),
      labels: stack(parts.map(({ labels }) => labels)),
      chances: parts.map(({ chances }) => chances),
    }
  }

  /** Returns the F1 of each page, in words, from models that weren't trained on its fold. `leftOut`: columns of thresholds. */
  pageScores(leftOut: LeftOut = new Set()): number[] {
    this.choiceData ??= this.readChoices()
    const { rows, chances } = this.choiceData
    const width = choiceColumns.length
    const byFold = Array.from({ length: folds }, (_, fold) => {
      const learned = this.choiceTrees(fold, leftOut)
      return chancesOf(learned, toBins(rows, width, learned.edges))
    })
    return this.rows.pages.map((page, n) => {
      const first = n * thresholds.length
      const scores = byFold[page.fold]?.slice(first, first + thresholds.length) as Float64Array
      const best = scores.indexOf(Math.max(...scores))
      const own = chances[n] as Float64Array
      const choice = {
        kept: Array.from(own, (chance) => chance >= (thresholds[best] as number)),
        expected: rows[(first + best) * width + 1] as number,
      }
      const kind = likeliestKind(this.kinds[n] as Float32Array)
      const { kept } = correctChoice(page.composition, own, choice, kind)
      return scoreOf(page, (at) => kept[at] === true)
    })
  }

  /** Counts pages of known kind, and those whose kind was estimated correctly by models that weren't trained on them. */
  kindsRight(): { right: number; of: number } {
    const known = this.rows.pages.flatMap(({ set, kind }, n) => (set.startsWith('wcxb') ? [{ n, kind }] : []))
    const right = known.filter(({ n, kind }) => {
      const chances = this.kinds[n] as Float32Array
      return likeliestKind(chances) === kind
    })
    return { right: right.length, of: known.length }
  }

  private kindTrees(without: number | null): LearnedTrees[] {
    const known = this.rows.pages.filter(({ set, fold }) => fold !== without && /^(?:wcxb|magic|scrapinghub)/.test(set))
    // Each page also counts, with less weight, as if it didn't state its URL, because some pages don't.
    const rows = stack([
      ...known.map(({ kindRow }) => kindRow),
      ...known.map(({ kindRowWithoutUrl }) => kindRowWithoutUrl),
    ])
    const kinds = [...known, ...known].map(({ kind }) => kind)
    const edges = binEdges(rows, rows.length / kinds.length)
    const bins = toBins(rows, rows.length / kinds.length, edges)
    const all = Int32Array.from(kinds.keys())
    const weights = Float32Array.from(
      kinds,
      (kind, n) => (kind === 'article' ? 0.5 : 1) * (n < known.length ? 1 : withoutUrlWeight),
    )
    return pageKinds.map((kind) => {
      const labels = Float32Array.from(kinds, (one) => Number(one === kind))
      const given = { labels, weights, groups: all, base: kindBase }
      return { trees: boost(bins, given, { ...kindOptions, seed: this.seed }, all), edges, base: kindBase }
    })
  }

  private kindChances(models: readonly LearnedTrees[]): Float32Array[] {
    const { pages } = this.rows
    const rows = stack(pages.map(({ kindRow }) => kindRow))
    const scores = models.map((model) => chancesOf(model, toBins(rows, rows.length / pages.length, model.edges)))
    return pages.map((_, n) => {
      const own = Float32Array.from(scores, (of) => of[n] as number)
      const sum = own.reduce((all, one) => all + one, 0)
      return own.map((one) => one / sum)
    })
  }
}

/** Returns the F1 of the kept blocks, in words. */
function scoreOf({ composition, labels, truthSize }: TrainingPage, isKept: (n: number) => boolean): number {
  let hits = 0
  let kept = 0
  composition.blocks.forEach(({ words }, n) => {
    if (!isKept(n)) return
    kept += words
    hits += words * (labels[n] as number)
  })
  return kept + truthSize > 0 ? Math.min(1, (2 * hits) / (kept + truthSize)) : 1
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

function chancesOf({ trees, base }: LearnedTrees, bins: readonly Uint8Array[]): Float64Array {
  const chances = new Float64Array((bins[0] as Uint8Array).length).fill(base)
  for (const tree of trees)
    for (let n = 0; n < chances.length; n++) chances[n] = (chances[n] as number) + leafFor(tree, bins, n)
  return chances.map(chanceOf)
}
