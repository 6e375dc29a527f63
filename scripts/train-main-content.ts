/**
 * Learns `src/format/main-content/weights.ts` from the saved pages next to the repository: `npm run train`. With `-- --folds DIRECTORY
 * --seeds 1,2,3` it learns one set of weights per seed and fold of sites into `DIRECTORY`, from the pages of the other folds. Each page can
 * then be judged by weights that weren't learned from its site: `npm run bench -- folds`. The same pages and seed give the same weights.
 * `-- --ablation --seeds 1` doesn't write weights, and prints how much worse the folds are without each group of columns.
 */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureGroups } from './training/ablation.ts'
import { type LearnedModels, Learner, stackPages } from './training/learn.ts'
import { packTrees } from './training/pack-trees.ts'
import { folds, readPages } from './training/pages.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/quality/data', import.meta.url)) },
    folds: { type: 'string' },
    ablation: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '1,2,3' },
    out: { type: 'string', default: fileURLToPath(new URL('../src/format/main-content/weights.ts', import.meta.url)) },
  },
})
const sets = [
  'scrapinghub',
  'readability',
  'defuddle',
  'wcxb-test',
  'wcxb-dev',
  'wcxb-dev2',
  'magic-forum-dev',
  'magic-article',
]
/** The one of seeds 1 to 3 with the best F1 on `trafilatura-dev`, from which nothing is learned: 92.1, 92.9 and 93.0 %. */
const chosenSeed = 3
const say = (line: string) => process.stdout.write(`${line}\n`)

function source({ kinds, blocks, choice }: LearnedModels): string {
  const wrap = (model: LearnedModels['blocks']) => `'${packTrees(model)}'`
  const counts = sets.map((set) => `${pages.filter((page) => page.set === set).length} of ${set}`)
  return `/**
 * Weights of the models of main content, packed by \`tree-model.ts\`. Written by \`npm run train\`.
 * Learned from ${pages.length} pages: ${counts.slice(0, 4).join(', ')},
 * ${counts.slice(4).join(', ')}.
 * They come from the Web Content Extraction Benchmark (WCXB) by Murrough Foley, CC-BY-4.0
 * (https://github.com/Murrough-Foley/web-content-extraction-benchmark), from opendatalab/magic-html (Apache-2.0), and from the test suites
 * of scrapinghub/article-extraction-benchmark (MIT), mozilla/readability (Apache-2.0) and kepano/defuddle (MIT).
 */

/** A model for each of \`pageKinds\`: the chance that a page is of that kind. */
export const kindWeights: readonly string[] = [
${kinds.map((kind) => `  ${wrap(kind)},`).join('\n')}
]

/** The model of the chance that a block is content. */
export const blockWeights =
  ${wrap(blocks)}

/** The model of how good a threshold's choice is. */
export const choiceWeights =
  ${wrap(choice)}
`
}

if (!existsSync(values.data)) {
  say(`No pages to learn from: ${values.data} is missing`)
  process.exit(1)
}
const startedAt = performance.now()
const pages = readPages(values.data, sets)
const rows = stackPages(pages)
say(`${pages.length} pages read`)
if (values.ablation) {
  for (const seed of values.seeds.split(',')) measureGroups(rows, { sets, seed: Number(seed) }, say)
} else if (values.folds === undefined) write(values.out, new Learner(rows, chosenSeed), null)
else {
  for (const seed of values.seeds.split(',')) {
    const learner = new Learner(rows, Number(seed))
    mkdirSync(`${values.folds}/seed-${seed}`, { recursive: true })
    for (let fold = 0; fold < folds; fold++) write(`${values.folds}/seed-${seed}/fold-${fold}.ts`, learner, fold)
    const { right, of } = learner.kindsRight()
    say(`kinds: ${right} of ${of} pages correct, by models not trained on them`)
  }
  const foldOf = Object.fromEntries(pages.map(({ set, id, fold }) => [`${set}/${id}`, fold]))
  writeFileSync(`${values.folds}/folds.json`, JSON.stringify(foldOf))
}

function write(file: string, learner: Learner, without: number | null): void {
  const text = source(learner.learn(without))
  writeFileSync(file, text)
  say(`${file}: ${text.length} characters after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
}
