/**
 * Prints what MCP clients send their models for Gleaner's results: the tokens, and any damage. `npm run bench -- clients [--only TEXT]
 * [--against FOLDER]`, where FOLDER is another built checkout.
 */

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installClaudeCode, installFrameworks } from '../test/frameworks/install.ts'
import { clients, type MatrixClient } from '../test/frameworks/matrix/clients.ts'
import { contentOf, tokensOf } from '../test/frameworks/matrix/judge.ts'
import { type Cell, checkout, type ExpectedCase, openMatrix } from '../test/frameworks/matrix/run-client.ts'
import { printTable, say } from './rig/report.ts'

/** Tokens of the content alone, and of the extra outputs that the case asks for. */
function ownTokens({ calls }: ExpectedCase): number {
  return calls.reduce((sum, { body }) => {
    const extras = Object.values(body.extra ?? {}).map((value) => contentOf({ content: value }))
    return sum + [contentOf(body), ...extras].reduce((own, text) => own + tokensOf(text), 0)
  }, 0)
}

/** The tokens of a case's results, and what is wrong with the first damaged one. */
function inWords({ verdicts, error }: Cell): string {
  const [damage = 'ok'] = verdicts.flatMap((verdict) => verdict.damage)
  const tokens = verdicts.reduce((sum, verdict) => sum + verdict.tokens, 0)
  return `${tokens} ${error && damage === 'no result' ? 'client throws' : damage}`
}

async function printMatrix(root: string, chosen: readonly MatrixClient[]): Promise<void> {
  const matrix = await openMatrix(root)
  try {
    const rows = [['client', ...matrix.expected.map(({ name }) => name), 'cancel']]
    rows.push(['(the content alone)', ...matrix.expected.map((each) => String(ownTokens(each))), ''])
    for (const client of chosen) {
      const { cells, cancels } = await matrix.run(client, matrix.stdio, matrix.expected)
      rows.push([client.name, ...cells.map(inWords), cancels ? 'at once' : 'goes on'])
    }
    say(`${root === checkout ? 'This checkout' : root}, over stdio; tokens (o200k_base) and damage`)
    printTable(rows)
  } finally {
    await matrix.close()
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, against: { type: 'string' } } })
  const missing = await installFrameworks()
  if (missing !== null) return say(`clients: ${missing}`)
  const missingProgram = await installClaudeCode()
  if (missingProgram !== null) say(`Claude Code is left out: ${missingProgram}`)
  const chosen = clients
    .filter(({ isProgram }) => !isProgram || missingProgram === null)
    .filter(({ name }) => name.includes(values.only ?? ''))
  for (const root of values.against ? [resolve(values.against), checkout] : [checkout]) await printMatrix(root, chosen)
}

await main()
