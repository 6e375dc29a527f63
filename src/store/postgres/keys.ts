/** API keys in PostgreSQL. */

import type { KeyRecord, KeyStore } from '../../access/keys.ts'
import { decoyTime, toKeyRecord } from '../rows.ts'
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
  find: {
    name: 'key_find',
    text: `SELECT coalesce(k.id, '') AS id, coalesce(k.name, '-') AS name,
                  coalesce(k.hash, decode(repeat('00', 32), 'hex')) AS hash,
                  coalesce(k.created_at, '${decoyTime}') AS created_at,
                  CASE WHEN k.id IS NULL THEN '${decoyTime}' ELSE k.revoked_at END AS revoked_at,
                  k.previous_hash, k.previous_until, k.expires_at, k.credits, coalesce(k.used, 0) AS used,
                  k.rate_limit, k.rate_window_s, k.concurrency
           FROM (SELECT 1) AS one LEFT JOIN gleaner.api_key k ON k.id = $1`,
  },
  list: { name: 'key_list', text: 'SELECT * FROM gleaner.api_key ORDER BY created_at, id' },
  add: { name: 'key_add', text: inserting('') },
  addFirst: { name: 'key_add_first', text: inserting('WHERE gleaner.is_first_key()') },
  revoke: {
    name: 'key_revoke',
    text: `WITH dropped AS (DELETE FROM gleaner.claim WHERE key_id = $1 AND state = 'done')
           UPDATE gleaner.api_key SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING id`,
  },
  ended: {
    name: 'key_ended',
    text: `SELECT id FROM unnest($1::text[]) AS id WHERE NOT EXISTS (
             SELECT FROM gleaner.api_key k
             WHERE k.id = id.id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2))`,
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

/** Holds the lock until the transaction completes, so only one of several processes that ask at once gets true. */
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
      const record = toKeyRecord(row ?? {})
      return record.id === '' ? null : record
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
    async revoke(id, at) {
      return (await database.run(sql.revoke, [id, at])).length > 0
    },
    async ended(ids, at) {
      return (await database.run(sql.ended, [ids, at])).map(({ id }) => String(id))
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
