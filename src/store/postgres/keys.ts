/** API keys in PostgreSQL. */

import type { KeyRecord, KeyStore } from '../../access/keys.ts'
import { toKeyRecord } from '../rows.ts'
import type { PostgresDatabase } from './database.ts'

const columns = `id, name, hash, previous_hash, previous_until, created_at, expires_at, revoked_at,
                 credits, used, rate_limit, rate_window_s, concurrency`

const inserting = (condition: string) => `
  WITH added AS (
    INSERT INTO gleaner.api_key (${columns})
      SELECT $1::text, $2::text, $3::bytea, $4::bytea, $5::text, $6::text, $7::text, $8::text,
             $9::bigint, $10::bigint, $11::int, $12::int, $13::int ${condition}
      RETURNING id, credits
  ), granted AS (
    INSERT INTO gleaner.movement (key_id, kind, delta, charged)
      SELECT id, 'grant', credits, 0 FROM added WHERE credits IS NOT NULL
  )
  SELECT id FROM added`

const sql = {
  find: { name: 'key_find', text: 'SELECT * FROM gleaner.api_key WHERE id = $1' },
  list: { name: 'key_list', text: 'SELECT * FROM gleaner.api_key ORDER BY created_at, id' },
  add: { name: 'key_add', text: inserting('') },
  addFirst: { name: 'key_add_first', text: inserting('WHERE gleaner.is_first_key()') },
  put: {
    name: 'key_put',
    text: `INSERT INTO gleaner.api_key (${columns})
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
             ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, previous_hash = NULL, previous_until = NULL,
                                            revoked_at = NULL`,
  },
  revoke: {
    name: 'key_revoke',
    text: 'UPDATE gleaner.api_key SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING id',
  },
  rehash: {
    name: 'key_rehash',
    text: `UPDATE gleaner.api_key SET hash = CASE hash WHEN $2 THEN $3 ELSE hash END,
                                      previous_hash = CASE previous_hash WHEN $2 THEN $3 ELSE previous_hash END
           WHERE id = $1`,
  },
  rotate: {
    name: 'key_rotate',
    text: `UPDATE gleaner.api_key SET previous_hash = hash, previous_until = $3, hash = $2
           WHERE id = $1 AND revoked_at IS NULL RETURNING id`,
  },
}

/** Holds the lock until the transaction completes, so only one of several simultaneous processes gets true. */
export const firstKeyFunction = `
CREATE FUNCTION gleaner.is_first_key() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(718281829);
  RETURN NOT EXISTS (SELECT FROM gleaner.api_key);
END $$;
`

export function createPostgresKeys(database: PostgresDatabase): KeyStore {
  return {
    async find(id) {
      const [row] = await database.run(sql.find, [id])
      return row ? toKeyRecord(row) : null
    },
    async list() {
      return (await database.run(sql.list)).map(toKeyRecord)
    },
    async add(record) {
      await database.run(sql.add, toValues(record))
    },
    async addFirst(record) {
      return (await database.run(sql.addFirst, toValues(record))).length > 0
    },
    async put(record) {
      await database.run(sql.put, toValues(record))
    },
    async revoke(id, at) {
      return (await database.run(sql.revoke, [id, at])).length > 0
    },
    async rehash(id, from, to) {
      await database.run(sql.rehash, [id, Buffer.from(from), Buffer.from(to)])
    },
    async rotate(id, hash, previousUntil) {
      return (await database.run(sql.rotate, [id, Buffer.from(hash), previousUntil])).length > 0
    },
  }
}

function toValues(key: KeyRecord): unknown[] {
  const { rateLimit, previousHash } = key
  return [
    ...[key.id, key.name, Buffer.from(key.hash), previousHash && Buffer.from(previousHash), key.previousUntil],
    ...[key.createdAt, key.expiresAt, key.revokedAt, key.credits, key.used],
    ...[rateLimit?.limit ?? null, rateLimit?.windowS ?? null, key.concurrency],
  ]
}
