/** API keys in SQLite. */

import type { DatabaseSync } from 'node:sqlite'
import type { KeyRecord, KeyStore } from '../../access/keys.ts'
import { decoyTime, toKeyRecord } from '../rows.ts'
import { type SqliteWriter, translateErrors } from './writer.ts'

export function createSqliteKeys(database: DatabaseSync, writer: SqliteWriter): KeyStore {
  const find = database.prepare(
    `SELECT coalesce(k.id, '') AS id, coalesce(k.name, '-') AS name, coalesce(k.hash, zeroblob(32)) AS hash,
            coalesce(k.created_at, '${decoyTime}') AS created_at,
            CASE WHEN k.id IS NULL THEN '${decoyTime}' ELSE k.revoked_at END AS revoked_at,
            k.previous_hash, k.previous_until, k.expires_at, k.credits, coalesce(k.used, 0) AS used,
            k.rate_limit, k.rate_window_s, k.concurrency
     FROM (SELECT 1) LEFT JOIN api_key k ON k.id = ?`,
  )
  const list = database.prepare('SELECT * FROM api_key ORDER BY created_at, id')
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
  const dropAnswers = database.prepare(`DELETE FROM claim WHERE key_id = ? AND state = 'done'`)
  const ended = database.prepare(
    `SELECT value AS id FROM json_each(?) WHERE NOT EXISTS (
       SELECT 1 FROM api_key k WHERE k.id = value AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?))`,
  )
  const rotate = database.prepare(
    'UPDATE api_key SET previous_hash = hash, previous_until = ?, hash = ? WHERE id = ? AND revoked_at IS NULL',
  )

  const rehash = database.prepare(
    `UPDATE api_key SET hash = CASE hash WHEN ?2 THEN ?3 ELSE hash END,
                        previous_hash = CASE previous_hash WHEN ?2 THEN ?3 ELSE previous_hash END WHERE id = ?1`,
  )

  function add(key: KeyRecord): void {
    insert.run(
      ...[key.id, key.name, key.hash, key.previousHash, key.previousUntil, key.createdAt, key.expiresAt],
      ...[key.revokedAt, key.credits, key.used, key.rateLimit?.limit ?? null, key.rateLimit?.windowS ?? null],
      key.concurrency,
    )
    if (key.credits !== null) granted.run(key.id, key.credits, Date.now())
  }

  return {
    async find(id) {
      const record = toKeyRecord(translateErrors(() => find.get(id)) ?? {})
      return record.id === '' ? null : record
    },
    async list() {
      return translateErrors(() => list.all()).map(toKeyRecord)
    },
    add: (record) => writer.write(() => add(record)),
    addFirst: (record) =>
      writer.write(() => {
        if (Number(count.get()?.n) > 0) return false
        add(record)
        return true
      }),
    revoke: (id, at) =>
      writer.write(() => {
        dropAnswers.run(id)
        return Number(revoke.run(at, id).changes) > 0
      }),
    async ended(ids, at) {
      return translateErrors(() => ended.all(JSON.stringify(ids), at)).map(({ id }) => String(id))
    },
    rehash: (id, from, to) => writer.write(() => void rehash.run(id, from, to)),
    rotate: (id, hash, previousUntil) => writer.write(() => Number(rotate.run(previousUntil, hash, id).changes) > 0),
  }
}
