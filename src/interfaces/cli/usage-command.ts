/** `gleaner usage`: prints the usage of each key, by day and operation. */

import type { Access } from '../../access/access.ts'
import { ServiceError } from '../../base/errors.ts'
import { readConfig } from '../../config/config.ts'
import { accountUsage, usageDays } from '../../contract/account.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { readFlags } from './arguments.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import { examples } from './help/examples.ts'
import { type CommandFlags, jsonFlag, type Manual } from './help/manual.ts'
import { textTable } from './text-table.ts'

export interface UsageCommand extends CommandOutput {
  access: Access
  argv: readonly string[]
}

const flags = {
  key: { type: 'string', value: 'ID', about: 'Show only this key.' },
  from: { type: 'string', value: 'YYYY-MM-DD', about: 'First day. Default: 29 days before the last day.' },
  to: { type: 'string', value: 'YYYY-MM-DD', about: 'Last day. Default: today.' },
  json: jsonFlag,
} as const satisfies CommandFlags

export const usageManual: Manual = {
  about: 'Prints the usage of each key, by day and operation.',
  groups: [{ title: 'Flags', flags }],
  examples: examples.usage ?? [],
}

export async function runUsageCommand({ argv, compose, out, err }: CommandContext): Promise<number> {
  const access = await compose.access(readConfig())
  try {
    return await runUsage({ access, argv, out, err })
  } finally {
    await access.close()
  }
}

/** Resolves with the exit code: 0, or 2 for invalid arguments or an unknown key. */
export async function runUsage({ access, argv, out, err }: UsageCommand): Promise<number> {
  let query: ReturnType<typeof readQuery>
  try {
    query = readQuery(argv)
  } catch (error) {
    err(`${(error as Error).message}\n`)
    return 2
  }
  const { keyId, days, json } = query
  if (keyId !== null && !(await access.keys.find(keyId))) {
    err(`No key has the ID ${keyId}.\n`)
    return 2
  }
  const rows = await access.usage({ keyId, ...days })
  const shown = rows.map(({ keyId: key_id, ...row }) => ({ key_id, ...row }))
  const head = ['KEY', 'DAY', 'OPERATION', 'SUCCEEDED', 'FAILED', 'CREDITS']
  out(json ? `${JSON.stringify({ ...days, usage: shown })}\n` : textTable(head, shown.map(Object.values)))
  return 0
}

function readQuery(argv: readonly string[]) {
  const { key, json = false, ...days } = readFlags('usage', flags, argv)
  try {
    return { keyId: key ?? null, json, days: usageDays(parseInput(accountUsage, days)) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new Error(error.problems.map(({ loc, msg }) => `--${loc[1]}: ${msg}`).join('\n'), { cause: error })
  }
}
