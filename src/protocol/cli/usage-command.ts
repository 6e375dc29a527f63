/** `gleaner usage`: prints what each key did, by day and operation. */

import { parseArgs } from 'node:util'
import type { Access } from '../../access/access.ts'
import { readConfig } from '../../config.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { ServiceError } from '../../errors.ts'
import { accountUsage, usageDays } from '../../operations/account.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import { textTable } from './text-table.ts'

export interface UsageCommand extends CommandOutput {
  access: Access
  argv: readonly string[]
}

const usageUsage = `gleaner usage [--key ID] [--from YYYY-MM-DD] [--to YYYY-MM-DD] [--json]
`

export async function runUsageCommand({ argv, compose, out, err }: CommandContext): Promise<number> {
  const access = await compose.access(readConfig())
  try {
    return await runUsage({ access, argv, out, err })
  } finally {
    await access.close()
  }
}

/** Resolves with the exit code: 0, or 2 for faulty arguments and an unknown key. */
export async function runUsage({ access, argv, out, err }: UsageCommand): Promise<number> {
  let query: ReturnType<typeof readArguments>
  try {
    query = readArguments(argv)
  } catch (error) {
    err(`${(error as Error).message}\n${usageUsage}`)
    return 2
  }
  const { keyId, days, json } = query
  if (keyId !== null && !(await access.keys.find(keyId))) {
    err(`There is no key ${keyId}.\n`)
    return 2
  }
  const rows = await access.usage({ keyId, ...days })
  const shown = rows.map(({ keyId: key_id, ...row }) => ({ key_id, ...row }))
  const head = ['KEY', 'DAY', 'OPERATION', 'REQUESTS', 'FAILED', 'CREDITS']
  out(json ? `${JSON.stringify({ ...days, usage: shown })}\n` : textTable(head, shown.map(Object.values)))
  return 0
}

function readArguments(argv: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { key: text, from: text, to: text, json: { type: 'boolean', default: false } } as const
  const { key, json, ...days } = parseArgs({ args: [...argv], options }).values
  try {
    return { keyId: key ?? null, json, days: usageDays(parseInput(accountUsage, days)) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new Error(error.problems.map(({ loc, msg }) => `--${loc[1]}: ${msg}`).join('\n'), { cause: error })
  }
}
