/** Parses the flag values of `gleaner keys`. Each function throws an Error whose message describes the problem. */

import type { KeyTerms } from '../../access/keys.ts'
import type { RateLimit } from '../../access/limits.ts'

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

/** Parses a date, a point in time, or a time from now. */
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
