/** Converts rows from SQLite and PostgreSQL, which use the same column names, to the records in `src/access/`. */

import type { ClaimState } from '../access/idempotency.ts'
import type { KeyRecord } from '../access/keys.ts'
import type { UsageRow } from '../access/ledger.ts'

export type Row = Record<string, unknown>

/** Converts a row of `api_key`. */
export function toKeyRecord(row: Row): KeyRecord {
  return {
    id: String(row.id),
    name: String(row.name),
    hash: toBytes(row.hash),
    previousHash: row.previous_hash === null ? null : toBytes(row.previous_hash),
    previousUntil: row.previous_until as string | null,
    createdAt: String(row.created_at),
    expiresAt: row.expires_at as string | null,
    revokedAt: row.revoked_at as string | null,
    credits: row.credits as number | null,
    used: Number(row.used),
    rateLimit: row.rate_limit === null ? null : { limit: Number(row.rate_limit), windowS: Number(row.rate_window_s) },
    concurrency: row.concurrency as number | null,
  }
}

export function toClaimState(row: Row, fingerprint: string | undefined): ClaimState {
  if (row.fingerprint !== fingerprint) return { state: 'mismatch' }
  if (row.state === 'running') return { state: 'running' }
  return {
    state: 'done',
    response: row.answer as Uint8Array | null,
    charged: Number(row.charged),
    remaining: row.remaining as number | null,
  }
}

export function toUsageRow(row: Row): UsageRow {
  return {
    keyId: String(row.key_id),
    day: String(row.day),
    operation: String(row.operation),
    requests: Number(row.requests),
    failed: Number(row.failed),
    credits: Number(row.credits),
  }
}

function toBytes(value: unknown): Uint8Array {
  return new Uint8Array(value as Uint8Array)
}
