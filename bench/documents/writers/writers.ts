/**
 * Compares how documents of many writers are read with their sources. `npm run bench -- writers [FOLDER] [--only TEXT] [--list [--held]]
 * [--print] [--against CHECKOUT]`. FOLDER is where `make.mjs` wrote the documents. `--list` prints the misses of the documents that rules may be
 * tuned on, and with `--held` those of the others instead.
 */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { printTable, say } from '../../rig/report.ts'
import { gleanerReader } from '../gleaner.ts'
import { type Comparison, compare, type Measure, measures } from './compare.ts'
import type { Truth } from './source.ts'

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    held: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
  allowPositionals: true,
})

const folder = positionals[0] ?? fileURLToPath(new URL('files', import.meta.url))
const index: Truth[] = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))
const all = index.filter(({ file }) => existsSync(join(folder, file)))
if (all.length < index.length)
  say(`${index.length - all.length} of ${index.length} documents are not in ${folder}: make.mjs writes them`)
const chosen = all.filter(({ id }) => id.includes(values.only))

const module = values.against
  ? await import(pathToFileURL(join(values.against, 'bench/documents/gleaner.ts')).href)
  : { gleanerReader }
const reader: ReturnType<typeof gleanerReader> = module.gleanerReader()
const results: { truth: Truth; comparison: Comparison }[] = []
for (const truth of chosen) {
  // Earlier checkouts return no warnings.
  const { markdown, warnings = [], outcome } = await reader.read(readFileSync(join(folder, truth.file)), truth.kind)
  const comparison = compare(truth, markdown, warnings)
  results.push({ truth, comparison })
  if (outcome !== 'ok') say(`${truth.id}: ${outcome}`)
  const isShown = truth.held === values.held
  if (values.print && isShown) say(`\n<<< ${truth.id}\n${markdown}\n>>> ${JSON.stringify(warnings)}`)
  if (!values.list || !isShown) continue
  for (const { measure, text, after } of comparison.misses)
    say(
      `${truth.id}  ${measure}: ${text.replace(/\n/g, ' ').slice(0, 90)}${after ? `  (after "${after.slice(0, 50)}")` : ''}`,
    )
}
await reader.close()

/** Measures that count faults. The others are shares. */
const faults = new Set<Measure>([
  'rows lost',
  'words lost',
  'invented',
  'twice',
  'head as heading',
  'false headings',
  'stamps',
  'prose in tables',
])
const names = Object.keys(measures) as Measure[]

function line(name: string, some: typeof results): string[] {
  const cells = names.map((measure) => {
    const total = some.reduce((sum, { comparison }) => sum + comparison.totals[measure], 0)
    const missed = some.reduce(
      (sum, { comparison }) => sum + comparison.misses.filter((miss) => miss.measure === measure).length,
      0,
    )
    if (faults.has(measure)) return measure === 'rows lost' && total > 0 ? `${missed}/${total}` : String(missed)
    return total === 0 ? '' : `${((100 * (total - missed)) / total).toFixed(1)}%`
  })
  return [name, String(some.length), ...cells]
}

for (const [part, some] of [
  ['tuned', results.filter(({ truth }) => !truth.held)],
  ['held', results.filter(({ truth }) => truth.held)],
] as const) {
  say(`\n${part}`)
  const byWriter = [...Map.groupBy(some, ({ truth }) => truth.writer)].map(([writer, ofWriter]) =>
    line(writer, ofWriter),
  )
  printTable([['writer', 'documents', ...names], ...byWriter, line('all', some)])
}
