/**
 * Prints the F1 of main content on pages of sites that are new to the weights, as the mean and spread over several seeds, and the accuracy of
 * the chances and the confidence. Run `npm run train -- --folds DIRECTORY`, then `npm run bench -- folds DIRECTORY`. With `--write`, the tables
 * also replace those in `docs/main-content.md`.
 */

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { loadRig, quality } from './quality-rig.mjs'
import { installPeers } from './rig/peers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string' }, write: { type: 'boolean', default: false } },
})
const structureParts = ['headings', 'items', 'tables', 'code', 'links', 'images']
const document = fileURLToPath(new URL('../docs/main-content.md', import.meta.url))
const allSets = [
  ...[
    'scrapinghub',
    'wcxb-test',
    'wcxb-dev',
    'wcxb-dev2',
    'readability',
    'defuddle',
    'magic-article',
    'magic-forum-dev',
  ],
  'conversion',
]
const lines = []
const say = (line = '') => {
  lines.push(line)
  process.stdout.write(`${line}\n`)
}

async function main(directory) {
  const sets = values.data?.split(',') ?? allSets
  const seeds = readdirSync(directory).filter((name) => name.startsWith('seed-'))
  const foldOf = JSON.parse(readFileSync(`${directory}/folds.json`, 'utf8'))
  installPeers()
  const { folder, rig } = await loadRig()
  try {
    const datasets = new Map(sets.map((set) => [set, rig.loadDataset(set)]))
    const bySeed = []
    for (const seed of seeds) bySeed.push(await readAll(`${directory}/${seed}`, datasets, foldOf, bySeed.length === 0))
    print(datasets, bySeed, rig)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Maps `set/id` to a worker's result, with weights that were not trained on the page's site. Pages outside all folds were not used in
 * training. With `isFirst`, the results also have the chances of the blocks.
 */
async function readAll(folder, datasets, foldOf, isFirst) {
  const results = new Map()
  const queues = new Map()
  for (const [set, { list }] of datasets) {
    for (const { id, url, html, ...truth } of list) {
      const weights = resolve(`${folder}/fold-${foldOf[`${set}/${id}`] ?? 0}.ts`)
      const file = `${quality}/data/${set}/pages/${id}.html.gz`
      queues.set(weights, [
        ...(queues.get(weights) ?? []),
        { id: `${set}/${id}`, page: { file, url, truth: isFirst ? truth : null } },
      ])
    }
  }
  const waiting = [...queues]
  await Promise.all(
    cpus().map(async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await readFold(next[0], next[1], results)
    }),
  )
  return results
}

function readFold(weights, tasks, results) {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL('./folds-worker.mjs', import.meta.url), { workerData: { weights } })
    const give = () => {
      const task = tasks.pop()
      if (task) worker.postMessage(task)
      else worker.terminate().then(done)
    }
    worker.on('error', failed)
    worker.on('message', ({ id, ...result }) => {
      results.set(id, result)
      give()
    })
    give()
  })
}

function print(datasets, bySeed, rig) {
  const rows = []
  const kinds = []
  const parts = []
  const pages = []
  for (const [set, data] of datasets) {
    const structures = new Map()
    const scores = bySeed.map((results) => {
      const outputs = new Map(data.list.map(({ id }) => [id, rig.parseMarkdown(results.get(`${set}/${id}`).content)]))
      const { f, rows } = rig.scoreText(data, outputs)
      for (const row of rows) {
        const result = results.get(`${set}/${row.id}`)
        if (result.blocks) pages.push({ f: pageScore(row), ...result, set })
      }
      const structure = rig.scoreStructure(data.list, outputs, structures)
      const byKind = Object.groupBy(rows, ({ type }) => type)
      return {
        f,
        structure,
        byKind: Object.entries(byKind).map(([kind, of]) => [kind, of.length, rig.summary(data.meta, of).f]),
      }
    })
    rows.push([
      set,
      data.list.length,
      spread(scores.map(({ f }) => f)),
      spread(scores.map(({ structure }) => structure.all)),
    ])
    parts.push([
      set,
      ...structureParts.map((part) => spread(scores.map(({ structure }) => structure[part]?.f ?? null))),
    ])
    if (!set.startsWith('wcxb')) continue
    for (const [n, [kind, count]] of scores[0].byKind.entries()) {
      kinds.push([set, kind, count, spread(scores.map(({ byKind }) => byKind[n][2]))])
    }
  }
  say(`Five folds of sites, ${bySeed.length} seeds: mean (lowest to highest), in percent.\n`)
  table(['set', 'pages', 'F1', 'structure'], rows)
  table(['structure of', ...structureParts], parts)
  table(
    ['set', 'kind', 'pages', 'F1'],
    kinds.toSorted((a, b) => `${a}`.localeCompare(`${b}`)),
  )
  const scored = pages.filter(({ f }) => f !== null)
  say(
    'Accuracy of the probabilities, with the first seed: for blocks at each predicted probability, the share of their words that are content.\n',
  )
  table(['probability', 'words', 'share that is content'], calibration(scored.flatMap(({ blocks }) => blocks)))
  say('Accuracy of the confidence: the mean F1 score of the pages with each confidence.\n')
  const confident = scored.map(({ confidence, f }) => [confidence, 1, f])
  table(['confidence', 'pages', 'F1'], calibration(confident))
}

/** Returns the F1 of one page by its set's measure, or null if the set only measures structure. */
function pageScore({ f, tp, fp, fn }) {
  return f ?? (tp === undefined ? null : tp + fp + fn === 0 ? 1 : (2 * tp) / (2 * tp + fp + fn))
}

/** Groups `[chance, weight, truth]` by chance in steps of a tenth, with the weight and mean truth of each group. */
function calibration(of) {
  const tenths = Array.from({ length: 10 }, () => ({ weight: 0, truth: 0 }))
  for (const [chance, weight, truth] of of) {
    const tenth = tenths[Math.min(9, Math.floor(10 * chance))]
    tenth.weight += weight
    tenth.truth += weight * truth
  }
  return tenths.map(({ weight, truth }, n) => [
    `${(n / 10).toFixed(1)}–${((n + 1) / 10).toFixed(1)}`,
    weight,
    weight > 0 ? (truth / weight).toFixed(2) : '-',
  ])
}

const percent = (value) => (100 * value).toFixed(1)

function spread(scores) {
  if (scores.some((score) => score === null || Number.isNaN(score))) return '-'
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  return `${percent(mean)} (${percent(Math.min(...scores))}–${percent(Math.max(...scores))})`
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  for (const row of [head, head.map(() => '---'), ...rows]) say(line(row))
  say()
}

if (!existsSync(`${quality}/data`)) say('folds: no saved pages next to the repository, so nothing is measured.')
else if (positionals.length !== 1) say('folds: name the directory that `npm run train -- --folds DIRECTORY` wrote')
else {
  await main(positionals[0])
  if (values.write) {
    const [before, , after] = readFileSync(document, 'utf8').split(/(?<=<!-- tables -->\n)|(?=<!-- end of tables -->)/)
    if (after === undefined) throw new Error(`${document} has no markers for the tables`)
    writeFileSync(document, `${before}\n${lines.join('\n').trim()}\n\n${after}`)
  }
}
