/**
 * Prints how Gleaner handles the pages and responses that users of scrapers complain about: `npm run bench -- scenarios [--only TEXT]
 * [--failures]`. `--failures` lists only unexpected results, with every difference.
 */

import { parseArgs } from 'node:util'
import { printTable, say } from '../rig/report.ts'
import type { Outcome } from './outcome.ts'
import { runPageScenarios } from './page-scenarios.ts'
import { runResponseScenarios } from './response-scenarios.ts'

const maxCellChars = 60

/** Runs all scenarios whose `GROUP/NAME` contains `only`. */
export async function runScenarios(only = ''): Promise<Outcome[]> {
  return [...(await runPageScenarios(only)), ...(await runResponseScenarios(only))]
}

/** Returns the numbers of scenarios by group. */
export function countByGroup(outcomes: readonly Outcome[]): Record<string, { passed: number; all: number }> {
  return Object.fromEntries(
    Object.entries(Object.groupBy(outcomes, ({ group }) => group)).map(([group, ofGroup = []]) => [
      group,
      { passed: ofGroup.filter(({ faults }) => faults.length === 0).length, all: ofGroup.length },
    ]),
  )
}

function cell(texts: readonly string[]): string {
  const text = texts.join('; ').replace(/\s+/g, ' ')
  return text.length > maxCellChars ? `${text.slice(0, maxCellChars - 1)}…` : text
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, failures: { type: 'boolean', default: false } } })
  const outcomes = await runScenarios(values.only)
  if (values.failures) {
    for (const { group, name, note, faults } of outcomes.filter(({ faults }) => faults.length > 0)) {
      say(`${group}/${name}${note === '' ? '' : ` (${note})`}`)
      for (const fault of faults) say(`  ${fault}`)
    }
  } else {
    const rows = outcomes.map(({ group, name, expected, faults }) => {
      const isOk = faults.length === 0
      return [`${group}/${name}`, cell(expected), isOk ? 'as expected' : cell(faults), isOk ? 'ok' : 'OPEN']
    })
    printTable([['scenario', 'expected', 'got', 'ok'], ...rows])
  }
  say('')
  for (const [group, { passed, all }] of Object.entries(countByGroup(outcomes))) say(`${group}: ${passed} of ${all}`)
}

if (import.meta.main) await main()
