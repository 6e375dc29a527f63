/** Compares Gleaner's speed with that of other libraries and services, row by row. `npm run bench -- speed --help` */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { versionOf } from './rig/peers.ts'
import { printTable, say } from './rig/report.ts'
import { lacksSavedPages } from './rig/saved-pages.ts'
import { cellsOf, headings, sectionOf, withSection } from './rows/results.ts'
import { rows } from './rows/rows.ts'

const results = fileURLToPath(new URL('RESULTS.md', import.meta.url))
const names = rows.map(({ name, isLong }) => (isLong ? `${name} (slow: runs only if named)` : name))

const help = `npm run bench -- [--only NAME,…] [--rounds N] [--against FOLDER] [--write]

  --only     some of the rows: ${names.join(', ')}
  --rounds   how often each is measured, in turn with its competitors; 5 by default
  --against  another built checkout, which some rows are measured against too
  --write    puts the tables into bench/RESULTS.md; rows that were not measured stay unchanged
`

async function main(): Promise<void> {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const { values } = parseArgs({ options: { only: text, rounds: text, against: text, write: flag, help: flag } })
  if (values.help) return say(help)
  if (lacksSavedPages) return say('bench: no saved pages next to the repository, so nothing is measured.')
  const only = values.only?.split(',')
  const unknown = only?.filter((name) => !rows.some((row) => row.name === name)) ?? []
  if (unknown.length > 0) throw new Error(`Unknown row ${unknown.join(', ')}`)
  const rounds = Number(values.rounds ?? 5)
  const against = values.against && `${resolve(values.against)}/`
  const table: string[][] = [headings]
  for (const row of rows.filter(({ name, isLong }) => only?.includes(name) ?? !isLong)) {
    say(`${row.name}: ${row.title}`)
    const measurements = await row.measure({ rounds, against, progress: (message) => say(`  ${message}`) })
    table.push(...measurements.map(cellsOf))
    if (!values.write) continue
    const before = existsSync(results) ? readFileSync(results, 'utf8') : '# Speed compared with other tools\n'
    writeFileSync(results, withSection(before, sectionOf(row, rounds, measurements, versions(row.peers ?? []))))
  }
  say('')
  printTable(table)
}

function versions(peers: readonly string[]): string {
  return [`Node ${process.version.slice(1)}`, ...peers.map((name) => `${name} ${versionOf(name)}`)].join(', ')
}

await main()
