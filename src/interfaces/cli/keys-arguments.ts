/** Parses the arguments of `gleaner keys` into a request. */

import type { KeyTerms } from '../../access/keys.ts'
import type { RateLimit } from '../../access/limits.ts'
import { type FlagValues, readArguments, verbMessage } from './arguments.ts'
import { keyFlags, keysManual } from './keys-manual.ts'

export type KeysRequest = { json: boolean } & (
  | { verb: 'create'; name: string; terms: KeyTerms }
  | { verb: 'list' }
  | { verb: 'show' | 'revoke'; id: string }
  | { verb: 'rotate'; id: string; overlapMs: number }
  | { verb: 'grant'; id: string; credits: number }
)

/** Returns the request, or a message about what is wrong. */
export function readKeysRequest(argv: readonly string[]): KeysRequest | string {
  const [verb = '', ...rest] = argv
  if (!isVerb(verb)) return verbMessage('keys', verb, keysManual)
  try {
    const { values, words } = readArguments(keyFlags[verb], rest)
    const count = keysManual.verbs[verb].words?.length ?? 0
    if (words.length !== count) {
      throw new Error(`keys ${verb} takes ${count || 'no'} argument${count === 1 ? '' : 's'}.`)
    }
    const [id = '', amount = ''] = words
    return { ...build(verb, values, id, amount), json: values.json === true }
  } catch (error) {
    return (error as Error).message
  }
}

type Verb = keyof typeof keyFlags

type GivenFlags = FlagValues<(typeof keyFlags)['create'] & (typeof keyFlags)['rotate']>

/** A request without `json`. */
type VerbRequest = KeysRequest extends infer One ? (One extends unknown ? Omit<One, 'json'> : never) : never

function build(verb: Verb, values: GivenFlags, id: string, amount: string): VerbRequest {
  if (verb === 'list') return { verb }
  if (verb === 'show' || verb === 'revoke') return { verb, id }
  if (verb === 'grant') return { verb, id, credits: whole('N', amount, 1, maxCredits) }
  if (verb === 'rotate') return { verb, id, overlapMs: durationMs('--overlap', values.overlap ?? '24h') }
  const name = values.name?.trim() ?? ''
  if (name === '' || name.length > 200) throw new Error('--name: required, at most 200 characters')
  return { verb, name, terms: readTerms(values) }
}

const maxCredits = 1_000_000_000_000

function readTerms(values: GivenFlags): KeyTerms {
  const { credits, expires, concurrency, 'rate-limit': rate } = values
  return {
    credits: credits === undefined ? null : whole('--credits', credits, 0, maxCredits),
    expiresAt: expires === undefined ? null : readExpiry(expires),
    rateLimit: rate === undefined ? null : readRate(rate),
    concurrency: concurrency === undefined ? null : whole('--concurrency', concurrency, 1, 10_000),
  }
}

/** Parses `100` (per minute) or `10/1` (10 in one second). */
function readRate(given: string): RateLimit {
  const [limit = '', window = '60', more] = given.split('/')
  if (more !== undefined) throw new Error('--rate-limit: must be N or N/SECONDS')
  return { limit: whole('--rate-limit', limit, 1, 10_000_000), windowS: whole('--rate-limit', window, 1, 86_400) }
}

/** Parses a date, a point in time, or a time from now. */
function readExpiry(given: string): string {
  const at = /^\d+[smhd]$/.test(given) ? Date.now() + durationMs('--expires', given) : Date.parse(given)
  if (!/^\d/.test(given) || Number.isNaN(at)) {
    throw new Error('--expires: must be a date such as 2027-01-31, or a time from now such as 30d')
  }
  if (at <= Date.now()) throw new Error('--expires: is in the past')
  if (at > Date.parse('9999-01-01')) throw new Error('--expires: is too far in the future')
  return new Date(at).toISOString()
}

const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function durationMs(flag: string, given: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(given) ?? []
  const unitMs = units[unit]
  if (unitMs === undefined) throw new Error(`${flag}: must be a time such as 30m, 24h or 7d`)
  return Number(count) * unitMs
}

function whole(flag: string, given: string, min: number, max: number): number {
  const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
  if (!(value >= min && value <= max)) throw new Error(`${flag}: must be a whole number from ${min} to ${max}`)
  return value
}

function isVerb(verb: string): verb is Verb {
  return Object.hasOwn(keyFlags, verb)
}
