/**
 * Learns `src/format/main-content/weights.ts` from the saved pages beside the repository:
 * `node scripts/train-main-content.ts [--folds DIRECTORY]`. With `--folds` it also writes `fold-N.ts`, learned without the pages
 * of fold N, so that weights can be evaluated on pages that they were not learned from. The same pages give the same weights.
 */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { columns } from '../src/format/main-content/block-features.ts'
import { pageKinds } from '../src/format/main-content/page-kind.ts'
import { packTrees, type TreeModel } from '../src/format/main-content/tree-model.ts'
import { type BoostOptions, binEdges, boost, leafFor, type Tree, toBins } from './training/boosting.ts'
import { folds, readPages, type TrainingPage } from './training/pages.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/quality/data', import.meta.url)) },
    folds: { type: 'string' },
    out: { type: 'string', default: fileURLToPath(new URL('../src/format/main-content/weights.ts', import.meta.url)) },
  },
})
const sets = ['scrapinghub', 'readability', 'defuddle', 'wcxb-test', 'wcxb-dev']
const say = (line: string) => process.stdout.write(`${line}\n`)
const shared = { columnShare: 0.35, rowShare: 0.7, seed: 7 }
const kindOptions: BoostOptions = {
  ...shared,
  trees: 40,
  leaves: 4,
  rate: 0.15,
  columnShare: 0.5,
  lambda: 3,
  minWeight: 1,
}
const blockOptions: BoostOptions = { ...shared, trees: 150, leaves: 16, rate: 0.1, lambda: 20, minWeight: 6 }

interface LearnedTrees {
  trees: Tree[]
  edges: Float32Array[]
  base: number
}

/** One model for each kind, from the pages whose kind is known. */
function learnKinds(pages: readonly TrainingPage[]): LearnedTrees[] {
  const known = pages.filter(({ set }) => set.startsWith('wcxb') || set === 'scrapinghub')
  const { rows, width } = stack(known.map(({ kindRow }) => kindRow))
  const edges = binEdges(rows, width, 32)
  const data = toBins(rows, width, edges)
  const all = Int32Array.from(known.keys())
  return pageKinds.map((kind) => {
    const labels = Float32Array.from(known, (page) => Number(page.kind === kind))
    const weights = Float32Array.from(known, (page) => (page.kind === 'article' ? 0.5 : 1))
    const given = { labels, weights, groups: all, base: -1.5 }
    return { trees: boost(data, given, kindOptions, all), edges, base: -1.5 }
  })
}

function kindChances(models: readonly LearnedTrees[], row: Float32Array): number[] {
  const scores = models.map(({ trees, edges, base }) => {
    const { bins } = toBins(row, row.length, edges)
    return 1 / (1 + Math.exp(-trees.reduce((sum, tree) => sum + leafFor(tree, bins, 0), base)))
  })
  const all = scores.reduce((sum, score) => sum + score, 0)
  return scores.map((score) => score / all)
}

/** The chances of each page's kinds by models that did not learn from its fold. */
function foldedKinds(pages: readonly TrainingPage[]): number[][] {
  const chances: number[][] = []
  for (let fold = 0; fold < folds; fold++) {
    const models = learnKinds(pages.filter((page) => page.fold !== fold))
    pages.forEach((page, n) => {
      if (page.fold === fold) chances[n] = kindChances(models, page.kindRow)
    })
  }
  const right = pages.filter(({ set }) => set.startsWith('wcxb'))
  const hits = right.filter((page) => pageKinds[argmax(chances[pages.indexOf(page)] as number[])] === page.kind)
  say(`kinds: ${hits.length} of ${right.length} pages right, by models that did not see them`)
  return chances
}

const argmax = (row: readonly number[]) => row.reduce((best, value, n) => (value > (row[best] as number) ? n : best), 0)

function learnBlocks(pages: readonly TrainingPage[], kinds: readonly number[][]): LearnedTrees {
  const { rows } = stack(pages.map((page, n) => page.rows(kinds[n] as number[])))
  const count = rows.length / columns.length
  const labels = new Float32Array(count)
  const weights = new Float32Array(count)
  const groups = new Int32Array(count)
  let at = 0
  pages.forEach((page, n) => {
    const size = page.words.reduce((sum, words) => sum + words.length, 0)
    page.words.forEach((words, block) => {
      labels[at] = page.labels[block] as number
      // As in the mean F1 of pages: every page has the same weight, a block that of its words.
      weights[at] = (100 * Math.max(0.5, words.length)) / (Math.max(50, page.truth.length) + 0.3 * size)
      groups[at++] = n
    })
  })
  const edges = binEdges(rows, columns.length, 64)
  const data = toBins(rows, columns.length, edges)
  const given = { labels, weights, groups, base: 0 }
  return {
    trees: boost(
      data,
      given,
      blockOptions,
      Int32Array.from({ length: count }, (_, n) => n),
    ),
    edges,
    base: 0,
  }
}

function stack(parts: readonly Float32Array[]): { rows: Float32Array; width: number } {
  const rows = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    rows.set(part, at)
    at += part.length
  }
  return { rows, width: parts[0]?.length ?? 0 }
}

/** Trees over bins → one model of trees over values. */
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

const wrap = (text: string) => `'${text}'`

function source(kinds: readonly string[], blocks: string): string {
  return `/**
 * Weights of the models of main content, packed by \`tree-model.ts\`. Written by \`node scripts/train-main-content.ts\`.
 * Learned from pages of the Web Content Extraction Benchmark (WCXB) by Murrough Foley, CC-BY-4.0
 * (https://github.com/Murrough-Foley/web-content-extraction-benchmark), and of the test suites of
 * scrapinghub/article-extraction-benchmark (MIT), mozilla/readability (Apache-2.0) and kepano/defuddle (MIT).
 */

/** A model for each of \`pageKinds\`: the chance that a page is of that kind. */
export const kindWeights: readonly string[] = [
${kinds.map((packed) => `  ${wrap(packed)},`).join('\n')}
]

/** The model of the chance that a block is content. */
export const blockWeights =
  ${wrap(blocks)}
`
}

if (!existsSync(values.data)) {
  say(`There are no pages to learn from: ${values.data} is missing`)
  process.exit(1)
}
const startedAt = performance.now()
const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`
const pages = readPages(values.data, sets)
say(`${pages.length} pages read after ${seconds()}`)
learn(pages, values.out)
if (values.folds !== undefined) {
  mkdirSync(values.folds, { recursive: true })
  for (let fold = 0; fold < folds; fold++) {
    const seen = pages.filter((page) => page.fold !== fold)
    learn(seen, `${values.folds}/fold-${fold}.ts`)
  }
  const foldOf = Object.fromEntries(pages.map(({ set, id, fold }) => [`${set}/${id}`, fold]))
  writeFileSync(`${values.folds}/folds.json`, JSON.stringify(foldOf))
}

function learn(seen: readonly TrainingPage[], file: string): void {
  const kindModels = learnKinds(seen).map((learned) => packTrees(toModel(learned)))
  const blockModel = packTrees(toModel(learnBlocks(seen, foldedKinds(seen))))
  writeFileSync(file, source(kindModels, blockModel))
  const characters = [...kindModels, blockModel].reduce((sum, packed) => sum + packed.length, 0)
  say(`${file}: ${characters} characters after ${seconds()}`)
}
