/** `gleaner keys`: creates, lists, shows, changes and revokes API keys. */

import type { Access } from '../../access/access.ts'
import type { KeyRecord } from '../../access/keys.ts'
import { programName } from '../../base/terminal/program-name.ts'
import { readConfig } from '../../config/config.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import { type KeysRequest, readKeysRequest } from './keys-arguments.ts'
import { textTable } from './text-table.ts'

export interface KeysCommand extends CommandOutput {
  access: Access
  argv: readonly string[]
}

export async function runKeysCommand({ argv, compose, out, err }: CommandContext): Promise<number> {
  // A misspelled command must not create a data folder.
  const request = readKeysRequest(argv)
  if (typeof request === 'string') return refuse(request, err)
  const access = await compose.access(readConfig())
  try {
    return await runKeys({ access, argv, out, err })
  } finally {
    await access.close()
  }
}

/** Output of a verb: a value with `--json`, otherwise text, and a note on standard error. */
interface VerbOutput {
  value: unknown
  text: string
  note?: string
}

type RunVerb<Verb> = (access: Access, request: Extract<KeysRequest, { verb: Verb }>) => Promise<VerbOutput | string>

const shownOnce = 'Store it now: it is not shown again.\n'

/** Each verb resolves with its output, or with a message about why it failed. */
const verbs: { [Verb in KeysRequest['verb']]: RunVerb<Verb> } = {
  async create(access, { name, terms }) {
    const { key, id } = await access.issue(name, terms)
    return { value: { key, key_id: id, name, credits: terms.credits }, text: `${key}\n`, note: shownOnce }
  },
  async list({ keys }) {
    const shown = (await keys.list()).map(show)
    const rows = shown.map((key) => [
      ...[key.key_id, key.created_at, key.state, key.credits_remaining ?? 'unlimited', key.credits_used, key.name],
    ])
    return { value: shown, text: textTable(['ID', 'CREATED', 'STATE', 'CREDITS', 'USED', 'NAME'], rows) }
  },
  async show({ keys }, { id }) {
    const key = await keys.find(id)
    if (!key) return noKey(id)
    const shown = show(key)
    const lines = Object.entries(shown).map(([name, value]) => [
      name.toUpperCase(),
      value !== null && typeof value === 'object' ? `${value.limit} in ${value.window_s} s` : value,
    ])
    return { value: shown, text: textTable(['FIELD', 'VALUE'], lines) }
  },
  async revoke({ keys }, { id }) {
    if (!(await keys.revoke(id, new Date().toISOString()))) return noKey(id)
    return { value: { key_id: id, revoked: true }, text: `Key ${id} is revoked.\n` }
  },
  async rotate(access, { id, overlapMs }) {
    const before = await access.keys.find(id)
    const issued = before?.revokedAt === null ? await access.rotate(id, overlapMs) : null
    if (!before || !issued) return before ? `Key ${id} is revoked.` : noKey(id)
    const until = (await access.keys.find(id))?.previousUntil ?? null
    const value = { key: issued.key, key_id: id, name: before.name, previous_until: until }
    return { value, text: `${issued.key}\n`, note: `${shownOnce}The previous key works until ${until}.\n` }
  },
  async grant(access, { id, credits }) {
    const key = await access.keys.find(id)
    if (!key) return noKey(id)
    const balance = await access.grant(id, credits)
    if (balance === null) return `Key ${id} is unlimited, so it has no balance to add to.`
    const value = { key_id: id, granted: credits, credits_remaining: balance }
    return { value, text: `Key ${id} has ${balance} credits.\n` }
  },
}

/** Resolves with the exit code: 0, or 2 for invalid arguments and unknown keys. */
export async function runKeys({ access, argv, out, err }: KeysCommand): Promise<number> {
  const request = readKeysRequest(argv)
  if (typeof request === 'string') return refuse(request, err)
  const run = verbs[request.verb] as RunVerb<KeysRequest['verb']>
  const output = await run(access, request as never)
  if (typeof output === 'string') {
    err(`${output}\n`)
    return 2
  }
  out(request.json ? `${JSON.stringify(output.value)}\n` : output.text)
  if (!request.json && output.note) err(output.note)
  return 0
}

function refuse(message: string, err: CommandOutput['err']): number {
  err(`${message}\nSee ${programName()} keys --help.\n`)
  return 2
}

function noKey(id: string): string {
  return `No key has the id ${id}.`
}

function show(key: KeyRecord) {
  return {
    key_id: key.id,
    name: key.name,
    state: stateOf(key),
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    previous_until: key.previousUntil,
    credits_remaining: key.credits,
    credits_used: key.used,
    rate_limit: key.rateLimit && { limit: key.rateLimit.limit, window_s: key.rateLimit.windowS },
    concurrency: key.concurrency,
  }
}

function stateOf({ revokedAt, expiresAt }: KeyRecord): string {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active'
}
