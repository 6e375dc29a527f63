/** Prints the results of third-party test suites: `npm run bench -- conformance [-- --only NAME] [--short] [--failures N] [--draws N]`. */

import { parseArgs } from 'node:util'
import { closeChromium } from '../../test/chromium.ts'
import type { SuiteResult } from './suite.ts'
import { suites } from './suites.ts'

const { values } = parseArgs({
  options: {
    ...{ only: { type: 'string' }, short: { type: 'boolean', default: false } },
    ...{ failures: { type: 'string' }, draws: { type: 'string' } },
  },
})
const chosen = suites.filter(({ name }) => values.only === undefined || name === values.only)
if (chosen.length === 0) throw new Error(`Unknown suite ${values.only}: ${suites.map(({ name }) => name).join(', ')}`)

const rows = [['suite', 'cases', 'passed', 'ours to answer', 'a matter of style']]
let failed = 0
for (const { name, source, run } of chosen) {
  process.stderr.write(`conformance: ${name} (${source}) …\n`)
  const result = await run({
    isShort: values.short,
    draws: values.draws === undefined ? undefined : Number(values.draws),
  })
  rows.push(result ? rowOf(name, result) : [name, 'not here', '', '', ''])
  failed += result?.failures.length ?? 0
  for (const { name: item, got, expected } of result?.failures.slice(0, Number(values.failures ?? 10)) ?? [])
    process.stderr.write(
      `  ${JSON.stringify(item)}\n    got      ${JSON.stringify(got)}\n    expected ${JSON.stringify(expected)}\n`,
    )
}
rows.splice(1, 0, rows[0]?.map((_, column) => (column === 0 || column === 4 ? '---' : '---:')) ?? [])
process.stdout.write(`${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`)
await closeChromium()
process.exitCode = failed === 0 ? 0 : 1

function rowOf(name: string, { cases, passed, failures, style }: SuiteResult): string[] {
  const kinds = Object.entries(style).filter(([, count]) => count > 0)
  const count = (value: number) => value.toLocaleString('en')
  const styles = kinds.map(([kind, cases]) => `${kind} ${count(cases)}`).join(', ')
  return [name, count(cases), count(passed), count(failures.length), styles || '0']
}
