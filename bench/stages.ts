/**
 * Counts what the stages of reading a page do: the calls of functions and the blocks of code that run, for each 1,000 bytes of the pages in
 * test/fixtures/main-content/. Unlike times, the counts are the same on any machine, however busy. `npm run bench -- stages [--write]`
 * fails if a stage exceeds its budget in stages.json by more than 15 %; `--write` makes the present counts the budget.
 */

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { formatPage } from '../src/format/formats.ts'

/** The code of each stage. The first match counts. */
const stages: readonly (readonly [name: string, code: RegExp])[] = [
  ['parsing', /\/src\/html\/parse\/|\/node_modules\/(?:parse5|domhandler|entities)/],
  ['visibility', /\/src\/html\/(?:visibility|select)\/|\/node_modules\/css-what/],
  ['walks and facts', /\/src\/html\//],
  ['main content', /\/src\/format\/main-content\//],
  ['markdown', /\/src\/format\/(?:markdown\/|page-markdown)/],
  ['rest', /\/src\/|\/node_modules\//],
]
const tolerance = 1.15
const budgetFile = new URL('stages.json', import.meta.url)
const fixtures = fileURLToPath(new URL('../test/fixtures/main-content', import.meta.url))

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
  const pages = globSync(`${fixtures}/*/*.html`)
    .toSorted()
    .map((file) => readFileSync(file))
  const counts = await countSteps(pages)
  if (values.write) writeFileSync(budgetFile, `${JSON.stringify(counts, null, 2)}\n`)
  const budget: Record<string, number> = JSON.parse(readFileSync(budgetFile, 'utf8'))
  for (const [name, steps] of Object.entries(counts)) {
    const ratio = steps / (budget[name] ?? 0)
    process.stdout.write(`${name.padEnd(16)} ${steps} steps for 1,000 bytes, ${ratio.toFixed(2)} of the budget\n`)
    if (ratio > tolerance) process.exitCode = 1
  }
}

/** Returns the steps for 1,000 bytes, by stage. */
async function countSteps(pages: readonly Buffer[]): Promise<Record<string, number>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  // The first round fills tables that all pages share.
  await readAll(pages)
  await session.post('Profiler.takePreciseCoverage')
  await readAll(pages)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const bytes = pages.reduce((sum, { length }) => sum + length, 0)
  const counts = Object.fromEntries(stages.map(([name]) => [name, 0]))
  for (const script of result) {
    const stage = stages.find(([, code]) => code.test(script.url))?.[0]
    if (stage !== undefined) counts[stage] = (counts[stage] ?? 0) + stepsIn(script)
  }
  return Object.fromEntries(Object.entries(counts).map(([name, steps]) => [name, Math.round((1000 * steps) / bytes)]))
}

function stepsIn({ functions }: Profiler.ScriptCoverage): number {
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0)
}

async function readAll(pages: readonly Buffer[]): Promise<void> {
  const url = 'https://example.com/news/page'
  for (const body of pages) {
    await formatPage(
      {
        ...{ url, finalUrl: url, status: 200, contentType: 'text/html', mediaType: 'text/html', charset: 'utf-8' },
        ...{ headers: {}, body: new Uint8Array(body), rendered: false, complete: true, warnings: [] },
      },
      { output: 'markdown', cssSelector: null, mainContent: true },
    )
  }
}

await main()
