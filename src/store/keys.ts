/** API keys in SQLite and PostgreSQL. */

import type { KeyRecord, KeyStore } from '../access/keys.ts'
import type { Row, SqlDatabase, SqlValue } from './sql-database.ts'

const inserting = `
  INSERT INTO gleaner.api_key (id, name, hash, previous_hash, previous_until, created_at, expires_at, revoked_at,
                               credits, used, rate_limit, rate_window_s, concurrency)`
const values = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13'

const sql = {
  find: 'SELECT * FROM gleaner.api_key WHERE id = $1',
  list: 'SELECT * FROM gleaner.api_key ORDER BY created_at, id',
  add: `${inserting} VALUES (${values})`,
  addFirst: `${inserting} SELECT ${values} WHERE gleaner.is_first_key()`,
  put: `${inserting} VALUES (${values}) ON CONFLICT (id) DO UPDATE SET
          hash = excluded.hash, previous_hash = NULL, previous_until = NULL, revoked_at = NULL`,
  revoke: 'UPDATE gleaner.api_key SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING id',
  rehash: `UPDATE gleaner.api_key SET hash = CASE hash WHEN $2 THEN $3 ELSE hash END,
                                      previous_hash = CASE previous_hash WHEN $2 THEN $3 ELSE previous_hash END
           WHERE id = $1`,
  rotate: `UPDATE gleaner.api_key SET previous_hash = hash, previous_until = $3, hash = $2
           WHERE id = $1 AND revoked_at IS NULL RETURNING id`,
}

/** `addKey` inserts a key and records its credits in one transaction. Resolves with the inserted rows. */
export function createKeyStore({ read, write }: SqlDatabase, addKey: SqlDatabase['write']): KeyStore {
  const changes = async (text: string, values: readonly SqlValue[]) => (await write(text, values)).length > 0
  return {
    async find(id) {
      const [row] = await read(sql.find, [id])
      return row ? toKeyRecord(row) : null
    },
    list: async () => (await read(sql.list, [])).map(toKeyRecord),
    add: async (record) => void (await addKey(sql.add, toValues(record))),
    addFirst: async (record) => (await addKey(sql.addFirst, toValues(record))).length > 0,
    put: async (record) => void (await write(sql.put, toValues(record))),
    revoke: (id, at) => changes(sql.revoke, [id, at]),
    rehash: async (id, from, to) => void (await write(sql.rehash, [id, from, to])),
    rotate: (id, hash, previousUntil) => changes(sql.rotate, [id, hash, previousUntil]),
  }
}

function toValues(key: KeyRecord): SqlValue[] {
  return [
    ...[key.id, key.name, key.hash, key.previousHash, key.previousUntil, key.createdAt, key.expiresAt],
    ...[key.revokedAt, key.credits, key.used, key.rateLimit?.limit ?? null, key.rateLimit?.windowS ?? null],
    key.concurrency,
  ]
}

function toKeyRecord(row: Row): KeyRecord {
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

function toBytes(value: unknown): Uint8Array {
  return new Uint8Array(value as Uint8Array)
}
