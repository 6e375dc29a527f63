/** `gleaner usage`: prints the usage of each key, by day and operation. */

import { ServiceError } from '../../base/errors.ts'
import { accountUsage, usageDays } from '../../contract/account.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { type CommandContext, readFlags, UsageError, withAccess } from './command.ts'
import { type CommandFlags, jsonFlag, type Manual } from './help/manual.ts'
import { textTable } from './terminal/terminal.ts'

const flags = {
  key: { value: 'ID', about: 'Show only this key.' },
  from: { value: 'YYYY-MM-DD', about: 'First day. Default: 29 days before the last day.' },
  to: { value: 'YYYY-MM-DD', about: 'Last day. Default: today.' },
  json: jsonFlag,
} as const satisfies CommandFlags

export const usageManual: Manual = {
  about: 'Prints the usage of each key, by day and operation.',
  groups: [{ title: 'Flags', flags }],
  examples: [{ call: 'usage --from 2026-01-01 --json', does: 'The usage of every key since that day.' }],
}

/** Resolves with the exit code. Throws UsageError for invalid arguments or an unknown key. */
export function runUsage(context: CommandContext): Promise<number> {
  const { keyId, days, json } = readQuery(context.argv)
  return withAccess(context, async (access) => {
    if (keyId !== null && !(await access.keys.find(keyId))) throw new UsageError(`No key has the ID ${keyId}.`)
    const rows = await access.usage({ keyId, ...days })
    const shown = rows.map(({ keyId: key_id, ...row }) => ({ key_id, ...row }))
    const head = ['KEY', 'DAY', 'OPERATION', 'SUCCEEDED', 'FAILED', 'CREDITS']
    context.out(json ? `${JSON.stringify({ ...days, usage: shown })}\n` : textTable(head, shown.map(Object.values)))
    return 0
  })
}

function readQuery(argv: readonly string[]) {
  const { key, json = false, ...days } = readFlags('usage', flags, argv)
  try {
    return { keyId: key ?? null, json, days: usageDays(parseInput(accountUsage, days)) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new UsageError(error.problems.map(({ loc, msg }) => `--${loc[1]}: ${msg}`).join('\n'), { cause: error })
  }
}
