/** API keys in SQLite. */

import type { DatabaseSync } from 'node:sqlite'
import type { KeyStore } from '../../access/keys.ts'
import { decoyTime, toKeyRecord } from '../rows.ts'
import { translateErrors } from './transaction.ts'
import type { SqliteWriter } from './writer.ts'

export function createSqliteKeys(reader: DatabaseSync, { write }: SqliteWriter): KeyStore {
  const find = reader.prepare(
    `SELECT coalesce(k.id, '') AS id, coalesce(k.name, '-') AS name, coalesce(k.hash, zeroblob(32)) AS hash,
            coalesce(k.created_at, '${decoyTime}') AS created_at,
            CASE WHEN k.id IS NULL THEN '${decoyTime}' ELSE k.revoked_at END AS revoked_at,
            k.previous_hash, k.previous_until, k.expires_at, k.credits, coalesce(k.used, 0) AS used,
            k.rate_limit, k.rate_window_s, k.concurrency
     FROM (SELECT 1) LEFT JOIN api_key k ON k.id = ?`,
  )
  const list = reader.prepare('SELECT * FROM api_key ORDER BY created_at, id')
  const ended = reader.prepare(
    `SELECT value AS id FROM json_each(?) WHERE NOT EXISTS (
       SELECT 1 FROM api_key k WHERE k.id = value AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?))`,
  )

  return {
    async find(id) {
      const record = toKeyRecord(translateErrors(() => find.get(id)) ?? {})
      return record.id === '' ? null : record
    },
    async list() {
      return translateErrors(() => list.all()).map(toKeyRecord)
    },
    add: (record) => write('addKey', record, Date.now()),
    addFirst: (record) => write('addFirstKey', record, Date.now()),
    revoke: (id, at) => write('revokeKey', id, at),
    async ended(ids, at) {
      return translateErrors(() => ended.all(JSON.stringify(ids), at)).map(({ id }) => String(id))
    },
    rehash: (id, from, to) => write('rehashKey', id, from, to),
    rotate: (id, hash, previousUntil) => write('rotateKey', id, hash, previousUntil),
  }
}
