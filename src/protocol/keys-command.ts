/** `gleaner keys …`: API keys made, listed and revoked from the command line. */

import { parseArgs } from 'node:util'
import type { Access } from '../access/access.ts'
import type { KeyRecord } from '../access/keys.ts'

export interface KeysCommand {
  access: Access
  argv: readonly string[]
  out(text: string): void
  err(text: string): void
}

export const keysUsage = `gleaner keys create --name NAME [--json]
gleaner keys list [--json]
gleaner keys revoke ID [--json]
`

/** Resolves with the exit code: 0, or 2 for words that are no command. */
export async function runKeys({ access: { keys, issue }, argv, out, err }: KeysCommand): Promise<number> {
  let parsed: ReturnType<typeof readArguments>
  try {
    parsed = readArguments(argv)
  } catch (error) {
    err(`${(error as Error).message}\n${keysUsage}`)
    return 2
  }
  const { words, name, json } = parsed
  const [verb, id, ...rest] = words

  if (verb === 'create' && name && id === undefined) {
    const { key, id: keyId } = await issue(name)
    out(json ? `${JSON.stringify({ key, key_id: keyId, name, credits: null })}\n` : `${key}\n`)
    if (!json) err('Keep it: it is shown this once.\n')
    return 0
  }
  if (verb === 'list' && id === undefined) {
    const shown = (await keys.list()).map(show)
    out(json ? `${JSON.stringify(shown)}\n` : table(shown))
    return 0
  }
  if (verb === 'revoke' && id !== undefined && rest.length === 0) {
    const revoked = await keys.revoke(id, new Date().toISOString())
    if (!revoked) {
      err(`There is no key ${id}.\n`)
      return 2
    }
    out(json ? `${JSON.stringify({ key_id: id, revoked: true })}\n` : `Key ${id} is revoked.\n`)
    return 0
  }
  err(keysUsage)
  return 2
}

function readArguments(argv: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { name: { type: 'string' }, json: { type: 'boolean', default: false } },
  })
  return { words: positionals, name: values.name?.trim(), json: values.json }
}

function show({ id, name, createdAt, revokedAt }: KeyRecord) {
  return { key_id: id, name, created_at: createdAt, revoked_at: revokedAt }
}

function table(rows: ReturnType<typeof show>[]): string {
  const line = (id: string, created: string, state: string, name: string) =>
    `${id.padEnd(14)}${created.padEnd(26)}${state.padEnd(10)}${name}\n`
  const body = rows.map((row) => line(row.key_id, row.created_at, row.revoked_at ? 'revoked' : 'active', row.name))
  return line('ID', 'CREATED', 'STATE', 'NAME') + body.join('')
}
