/** All writes to SQLite that a process can request from the writer thread, by name. */

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ClaimState, OpenedClaim } from '../../access/idempotency.ts'
import type { KeyRecord } from '../../access/keys.ts'
import type { Claim } from '../../access/ledger.ts'
import { type OAuthRead, type OAuthWrite, oauthStatements } from '../oauth.ts'
import { type Row, toClaimState } from '../rows.ts'
import { prepareLedgerWrites, prepareRollUp } from './ledger-writes.ts'

export type Writes = ReturnType<typeof prepareWrites>
export type WriteName = keyof Writes

export interface RequestedWrite {
  id: number
  name: WriteName
  args: readonly unknown[]
}

/** The outcome of a write. A write that failed left nothing in the database. */
export type EndedWrite = { id: number; value: unknown } | { id: number; error: unknown }

export function prepareWrites(database: DatabaseSync) {
  const oauth = prepareOAuth(database)
  return {
    ...{ ...prepareKeyWrites(database), ...prepareLedgerWrites(database), ...prepareClaimWrites(database) },
    rollUp: prepareRollUp(database),
    writeOAuth: (name: OAuthWrite, values: readonly (string | number | null)[]): Row[] => oauth(name).all(...values),
  }
}

/** Returns a function that prepares a statement when it is first needed. SQLite writes numbered parameters as `?1`. */
export function prepareOAuth(database: DatabaseSync): (name: OAuthRead | OAuthWrite) => StatementSync {
  const prepared = new Map<string, StatementSync>()
  return (name) => {
    const statement = prepared.get(name) ?? database.prepare(oauthStatements[name].replaceAll('$', '?'))
    prepared.set(name, statement)
    return statement
  }
}

/** Writes that may be lost when the machine fails, because they record a reservation or heartbeat of a process that fails too, or are repeated. */
const lossy: ReadonlySet<WriteName> = new Set<WriteName>(['reserve', 'beat', 'leave', 'rollUp'])

/** True if the write must be on disk before its caller continues. */
export function isDurable({ name }: RequestedWrite): boolean {
  return !lossy.has(name)
}

/** Completed reservations are kept for this long, for outcomes that are written late or twice. */
const holdMaxAgeMs = 30 * 24 * 60 * 60 * 1000

function prepareClaimWrites(database: DatabaseSync) {
  const enter = database.prepare(
    `INSERT INTO claim (key_id, name, token, node, fingerprint, state, expires_at) VALUES (?, ?, ?, ?, ?, 'running', ?)
     ON CONFLICT (key_id, name) DO UPDATE SET token = excluded.token, node = excluded.node,
       fingerprint = excluded.fingerprint, state = 'running', answer = NULL, charged = 0, remaining = NULL, size = 0,
       expires_at = excluded.expires_at
     WHERE claim.expires_at <= ?`,
  )
  const look = database.prepare('SELECT * FROM claim WHERE key_id = ? AND name = ?')
  const drop = database.prepare(`DELETE FROM claim WHERE key_id = ? AND name = ? AND token = ? AND state = 'running'`)
  const expire = database.prepare('DELETE FROM claim WHERE expires_at <= ?')
  const total = database.prepare('SELECT sum(size) AS bytes FROM claim')
  // Drops the responses of the keys that use the most space first, so a key that fills the store loses only its own.
  const forget = database.prepare(
    `UPDATE claim SET answer = NULL, size = 0 WHERE rowid IN (
       SELECT rowid FROM (
         SELECT rowid, sum(size) OVER (ORDER BY own, expires_at DESC, rowid DESC) AS total FROM (
           SELECT rowid, size, expires_at, sum(size) OVER (PARTITION BY key_id ORDER BY expires_at DESC, rowid DESC) AS own
           FROM claim WHERE size > 0))
       WHERE total > ?)`,
  )
  // IDs start with the time, so the first thousand are the oldest, and no extra index is needed.
  const forgetHolds = database.prepare(
    `DELETE FROM hold WHERE at <= ? AND id IN (SELECT id FROM hold WHERE state <> 'held' ORDER BY id LIMIT 1000)`,
  )

  return {
    openClaim({ keyId, name, token, node, fingerprint, earlier, maxAgeMs }: OpenedClaim, now: number): ClaimState {
      for (const marks of earlier) {
        const row = look.get(keyId, marks.name)
        if (row && Number(row.expires_at) > now) return toClaimState(row, marks.fingerprint)
      }
      if (enter.run(keyId, name, token, node, fingerprint, now + maxAgeMs, now).changes > 0) return { state: 'new' }
      const row = look.get(keyId, name)
      if (!row) throw new Error('a claim can be neither inserted nor found')
      return toClaimState(row, fingerprint)
    },
    dropClaim: ({ keyId, name, token }: Claim): void => void drop.run(keyId, name, token),
    pruneClaims(maxBytes: number, now: number): void {
      expire.run(now)
      if (Number(total.get()?.bytes) > maxBytes) forget.run(maxBytes)
      forgetHolds.run(now - holdMaxAgeMs)
    },
  }
}

function prepareKeyWrites(database: DatabaseSync) {
  const count = database.prepare('SELECT count(*) AS n FROM api_key')
  const inserting = `
    INSERT INTO api_key (id, name, hash, previous_hash, previous_until, created_at, expires_at, revoked_at,
                         credits, used, rate_limit, rate_window_s, concurrency)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  const insert = database.prepare(inserting)
  const put = database.prepare(
    `${inserting} ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, previous_hash = NULL, previous_until = NULL,
                                                 revoked_at = NULL`,
  )
  const granted = database.prepare(
    `INSERT INTO movement (key_id, kind, delta, charged, at) VALUES (?, 'grant', ?, 0, ?)`,
  )
  const revoke = database.prepare('UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?')
  const rotate = database.prepare(
    'UPDATE api_key SET previous_hash = hash, previous_until = ?, hash = ? WHERE id = ? AND revoked_at IS NULL',
  )
  const rehash = database.prepare(
    `UPDATE api_key SET hash = CASE hash WHEN ?2 THEN ?3 ELSE hash END,
                        previous_hash = CASE previous_hash WHEN ?2 THEN ?3 ELSE previous_hash END WHERE id = ?1`,
  )

  const valuesOf = (key: KeyRecord) => [
    ...[key.id, key.name, key.hash, key.previousHash, key.previousUntil, key.createdAt, key.expiresAt],
    ...[key.revokedAt, key.credits, key.used, key.rateLimit?.limit ?? null, key.rateLimit?.windowS ?? null],
    key.concurrency,
  ]

  function addKey(key: KeyRecord, now: number): void {
    insert.run(...valuesOf(key))
    if (key.credits !== null) granted.run(key.id, key.credits, now)
  }

  return {
    addKey,
    addFirstKey(key: KeyRecord, now: number): boolean {
      if (Number(count.get()?.n) > 0) return false
      addKey(key, now)
      return true
    },
    putKey: (key: KeyRecord): void => void put.run(...valuesOf(key)),
    revokeKey: (id: string, at: string): boolean => Number(revoke.run(at, id).changes) > 0,
    rehashKey: (id: string, from: Uint8Array, to: Uint8Array): void => void rehash.run(id, from, to),
    rotateKey: (id: string, hash: Uint8Array, previousUntil: string): boolean =>
      Number(rotate.run(previousUntil, hash, id).changes) > 0,
  }
}
