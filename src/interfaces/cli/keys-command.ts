/** `gleaner keys`: creates, lists, shows, changes and revokes API keys. */

import type { Access } from '../../access/access.ts'
import { isActive, type KeyRecord, type KeyTerms, presetKeyId } from '../../access/keys.ts'
import type { RateLimit } from '../../access/limits.ts'
import type { ConnectedClient } from '../../access/oauth.ts'
import { type CommandContext, UsageError, withAccess } from './command.ts'
import type { Manual, WordHelp } from './help/manual.ts'
import { textTable } from './terminal/terminal.ts'
import { runVerb, type Verbs, verb } from './verbs.ts'

const id: WordHelp = { name: 'ID', about: 'ID of the key, as shown by keys list.' }
const shownOnce = 'Store it now: it will not be shown again.\n'

const verbs: Verbs<Access> = {
  create: verb('Creates a key and prints it.', {
    flags: {
      name: { value: 'NAME', about: 'What the key is for, up to 200 characters.', isRequired: true },
      credits: { value: 'N', about: 'Credits that it can spend. Default: unlimited.' },
      expires: {
        value: 'WHEN',
        about: 'Expiry: a date such as 2027-01-31 (its last day), or a duration such as 30d, 12h or 45m.',
      },
      'rate-limit': { value: 'N[/SECONDS]', about: 'Maximum requests, per minute or per SECONDS.' },
      concurrency: { value: 'N', about: 'Maximum concurrent requests. Default: GLEANER_KEY_CONCURRENCY.' },
    },
    read({ name: given = '', ...flags }) {
      const name = given.trim()
      if (name === '' || name.length > 200) throw new Error('--name: required, at most 200 characters')
      const terms = readTerms(flags)
      return async (access) => {
        const { key, id } = await access.issue(name, terms)
        return { value: { key, key_id: id, name, credits: terms.credits }, text: `${key}\n`, note: shownOnce }
      }
    },
  }),
  list: verb('Lists every key with its state and balance.', {
    read: () => async (access) => {
      const shown = (await access.keys.list()).map(show)
      const rows = shown.map((key) => [
        ...[key.key_id, key.created_at, key.expires_at ?? 'never', key.state],
        ...[key.credits_remaining ?? 'unlimited', key.credits_used, key.name],
      ])
      return { value: shown, text: textTable(['ID', 'CREATED', 'EXPIRES', 'STATE', 'CREDITS', 'USED', 'NAME'], rows) }
    },
  }),
  show: verb('Prints everything about one key.', {
    words: [id],
    read:
      (_, [id = '']) =>
      async (access) => {
        const key = await access.keys.find(id)
        if (!key) throw noKey(id)
        const shown = show(key)
        const clients = isActive(key) ? (await access.oauth.connected(id)).map(showClient) : []
        const lines = Object.entries(shown).map(([name, value]) => [
          name.toUpperCase(),
          value !== null && typeof value === 'object' ? `${value.limit} in ${value.window_s} s` : value,
        ])
        const rows = clients.map((one) => [
          'CLIENT',
          `${one.client_id} (${one.name ?? 'unnamed'}), last used ${one.last_used_at ?? 'never'}`,
        ])
        return { value: { ...shown, clients }, text: textTable(['FIELD', 'VALUE'], [...lines, ...rows]) }
      },
  }),
  disconnect: verb('Ends the access of an application that is connected with a key.', {
    words: [id, { name: 'CLIENT', about: 'Client ID of the application, as shown by keys show.' }],
    read:
      (_, [id = '', client = '']) =>
      async (access) => {
        if (!(await access.oauth.disconnect(id, client)))
          throw new UsageError(`No application with this ID is connected with ${id}.`)
        return { value: { key_id: id, client_id: client, disconnected: true }, text: `${client} is disconnected.\n` }
      },
  }),
  revoke: verb('Revokes a key immediately. Its usage is kept.', {
    words: [id],
    read:
      (_, [id = '']) =>
      async (access) => {
        refusePreset(id)
        if (!(await access.keys.revoke(id, new Date().toISOString()))) throw noKey(id)
        return { value: { key_id: id, revoked: true }, text: `Key ${id} is revoked.\n` }
      },
  }),
  rotate: verb('Creates a new key with the same ID and balance.', {
    words: [id],
    flags: {
      overlap: { value: 'TIME', about: 'How long the previous key continues to work. Default: 24h.' },
    },
    read({ overlap = '24h' }, [id = '']) {
      const overlapMs = durationMs('--overlap', overlap)
      return async (access) => {
        refusePreset(id)
        const before = await access.keys.find(id)
        if (!before) throw noKey(id)
        const issued = before.revokedAt === null ? await access.rotate(id, overlapMs) : null
        if (!issued) throw new UsageError(`Key ${id} is revoked.`)
        const until = (await access.keys.find(id))?.previousUntil ?? null
        const value = { key: issued.key, key_id: id, name: before.name, previous_until: until }
        return { value, text: `${issued.key}\n`, note: `${shownOnce}The previous key works until ${until}.\n` }
      }
    },
  }),
  grant: verb('Adds credits to a key.', {
    words: [id, { name: 'N', about: 'Number of credits.' }],
    read(_, [id = '', amount = '']) {
      const credits = numberWithin('N', amount, 1, maxCredits)
      return async (access) => {
        if (!(await access.keys.find(id))) throw noKey(id)
        const balance = await access.grant(id, credits)
        if (balance === null) throw new UsageError(`Key ${id} is unlimited, so it has no balance to add to.`)
        const value = { key_id: id, granted: credits, credits_remaining: balance }
        return { value, text: `Key ${id} has ${balance} credits.\n` }
      }
    },
  }),
}

export const keysManual: Manual = {
  about: 'Manages API keys and their credits. A key is shown once, when it is created; only its hash is stored.',
  verbs,
  examples: [
    { call: 'keys create --name laptop', does: 'A key with unlimited credits.' },
    {
      call: 'keys create --name trial --credits 100 --expires 30d --rate-limit 60',
      does: 'A key with 100 credits that expires in 30 days and allows 60 requests per minute.',
    },
    { call: 'keys list', does: 'Every key with its state and balance.' },
  ],
}

/** Resolves with the exit code. Throws UsageError. */
export function runKeys(context: CommandContext): Promise<number> {
  return runVerb({ command: 'keys', verbs }, context, (work) => withAccess(context, work))
}

function refusePreset(id: string): void {
  if (id !== presetKeyId) return
  throw new UsageError(
    'This key is the value of GLEANER_PRESET_KEY or of the file in GLEANER_PRESET_KEY_FILE: change or remove the setting, and restart the service.',
  )
}

const noKey = (id: string) => new UsageError(`No key has the ID ${id}. keys list shows all IDs.`)

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

function showClient({ clientId, name, connectedAt, usedAt }: ConnectedClient) {
  const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return { client_id: clientId, name, connected_at: timeOf(connectedAt), last_used_at: timeOf(usedAt) }
}

function stateOf({ revokedAt, expiresAt }: KeyRecord): string {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active'
}

type TermFlags = Partial<Record<'credits' | 'expires' | 'rate-limit' | 'concurrency', string>>

export const maxCredits = 1_000_000_000_000

export function readTerms({ credits, expires, concurrency, 'rate-limit': rate }: TermFlags): KeyTerms {
  return {
    credits: credits === undefined ? null : numberWithin('--credits', credits, 0, maxCredits),
    expiresAt: expires === undefined ? null : readExpiry(expires),
    rateLimit: rate === undefined ? null : readRate(rate),
    concurrency: concurrency === undefined ? null : numberWithin('--concurrency', concurrency, 1, 10_000),
  }
}

/** Parses `100` (per minute) or `10/1` (10 in one second). */
function readRate(given: string): RateLimit {
  const [limit = '', window = '60', more] = given.split('/')
  if (more !== undefined) throw new Error('--rate-limit: must be N or N/SECONDS')
  return {
    limit: numberWithin('--rate-limit', limit, 1, 10_000_000),
    windowS: numberWithin('--rate-limit', window, 1, 86_400),
  }
}

function readExpiry(given: string): string {
  const at = /^\d+[smhd]$/.test(given) ? Date.now() + durationMs('--expires', given) : Date.parse(given)
  if (!/^\d/.test(given) || Number.isNaN(at)) {
    throw new Error('--expires: must be a date such as 2027-01-31, or a duration such as 30d')
  }
  if (at <= Date.now()) throw new Error('--expires: is in the past')
  if (at > Date.parse('9999-01-01')) throw new Error('--expires: is too far in the future')
  return new Date(at).toISOString()
}

const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function durationMs(flag: string, given: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(given) ?? []
  const unitMs = units[unit]
  if (unitMs === undefined) throw new Error(`${flag}: must be a duration such as 30m, 24h or 7d`)
  return Number(count) * unitMs
}

export function numberWithin(flag: string, given: string, min: number, max: number): number {
  const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
  if (!(value >= min && value <= max)) throw new Error(`${flag}: must be a whole number from ${min} to ${max}`)
  return value
}
