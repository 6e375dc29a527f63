/** Runs an administration command in this process, on the keys of a started service. */

import type { Access } from '../../../src/access/access.ts'
import { runKeys } from '../../../src/protocol/cli/keys-command.ts'
import type { runUsage } from '../../../src/protocol/cli/usage-command.ts'

export async function runCommand(command: typeof runKeys | typeof runUsage, access: Access, ...argv: string[]) {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const out = (text: string) => void stdout.push(text)
  const err = (text: string) => void stderr.push(text)
  const code = await command({ access, argv, out, err })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

/** A key of these terms, as `gleaner keys create` makes it. */
export async function createKey(access: Access, ...flags: string[]): Promise<{ key: string; key_id: string }> {
  return JSON.parse((await runCommand(runKeys, access, 'create', '--name', 'mine', ...flags, '--json')).stdout)
}
