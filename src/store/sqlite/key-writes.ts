/** Writes API keys in the SQLite writer thread. */

import type { DatabaseSync } from 'node:sqlite'
import type { KeyRecord } from '../../access/keys.ts'

export function prepareKeyWrites(database: DatabaseSync) {
  const count = database.prepare('SELECT count(*) AS n FROM api_key')
  const insert = database.prepare(
    `INSERT INTO api_key (id, name, hash, previous_hash, previous_until, created_at, expires_at, revoked_at,
                          credits, used, rate_limit, rate_window_s, concurrency)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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

  function addKey(key: KeyRecord, now: number): void {
    insert.run(
      ...[key.id, key.name, key.hash, key.previousHash, key.previousUntil, key.createdAt, key.expiresAt],
      ...[key.revokedAt, key.credits, key.used, key.rateLimit?.limit ?? null, key.rateLimit?.windowS ?? null],
      key.concurrency,
    )
    if (key.credits !== null) granted.run(key.id, key.credits, now)
  }

  return {
    addKey,
    addFirstKey(key: KeyRecord, now: number): boolean {
      if (Number(count.get()?.n) > 0) return false
      addKey(key, now)
      return true
    },
    revokeKey: (id: string, at: string): boolean => Number(revoke.run(at, id).changes) > 0,
    rehashKey: (id: string, from: Uint8Array, to: Uint8Array): void => void rehash.run(id, from, to),
    rotateKey: (id: string, hash: Uint8Array, previousUntil: string): boolean =>
      Number(rotate.run(previousUntil, hash, id).changes) > 0,
  }
}
