/** Opens PostgreSQL, which several processes can share for keys, the ledger and claims. */

import pg from 'pg'
import type { AccessStore } from '../../access/access.ts'
import type { ClaimState, ClaimStore } from '../../access/idempotency.ts'
import { storageUnavailable } from '../../access/storage-unavailable.ts'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import { createOAuthStore, type OAuthRead, type OAuthWrite, oauthStatements } from '../oauth.ts'
import { toClaimState } from '../rows.ts'
import { createPostgresDatabase, type PostgresDatabase } from './database.ts'
import { createPostgresKeys } from './keys.ts'
import { createPostgresLedger } from './ledger.ts'
import { migratePostgres } from './schema.ts'

const maxConnections = 20
const connectTimeoutMs = 3000
const queryTimeoutMs = 10_000

/** Connects and migrates the tables. Throws storage_unavailable. */
export async function openPostgres(url: string): Promise<AccessStore> {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    statement_timeout: queryTimeoutMs,
    keepAlive: true,
    application_name: 'gleaner',
    types: { getTypeParser },
  })
  // The pool replaces a broken connection, whose query fails. Without this listener, the process would crash.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', reportLost))
  try {
    await migratePostgres(pool)
  } catch (error) {
    await pool.end()
    throw error instanceof ServiceError ? error : storageUnavailable(error)
  }
  const database = createPostgresDatabase(pool)
  const runOAuth = (name: OAuthRead | OAuthWrite, values: readonly unknown[]) =>
    database.run({ name: `oauth_${name}`, text: oauthStatements[name].replace(/\boauth\b/g, 'gleaner.oauth') }, values)
  return {
    keys: createPostgresKeys(database),
    ledger: createPostgresLedger(database),
    claims: createPostgresClaims(database),
    oauth: createOAuthStore({ read: runOAuth, write: runOAuth }),
    async check() {
      await database.run({ name: 'check', text: 'SELECT 1' })
    },
    async close() {
      await pool.end()
    },
  }
}

function reportLost(error: Error): void {
  const detail = (error as NodeJS.ErrnoException).code ?? error.name
  emit('gleaner:lifecycle', { event: 'database_connection_lost', detail })
}

/** Parses 64-bit integers as numbers, because credits stay far below 2^53. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser

const sql = {
  enter: {
    name: 'claim_enter',
    text: `INSERT INTO gleaner.claim AS c (key_id, name, token, node, fingerprint, state, expires_at)
           VALUES ($1, $2, $3, $4, $5, 'running', now() + $6 * interval '1 millisecond')
           ON CONFLICT (key_id, name) DO UPDATE SET token = excluded.token, node = excluded.node,
             fingerprint = excluded.fingerprint, state = 'running', answer = NULL, charged = 0, remaining = NULL,
             size = 0, expires_at = excluded.expires_at
           WHERE c.expires_at <= now() RETURNING token`,
  },
  look: { name: 'claim_look', text: 'SELECT * FROM gleaner.claim WHERE key_id = $1 AND name = $2' },
  lookEarlier: {
    name: 'claim_look_earlier',
    text: 'SELECT * FROM gleaner.claim WHERE key_id = $1 AND name = ANY ($2) AND expires_at > now() LIMIT 1',
  },
  drop: {
    name: 'claim_drop',
    text: `DELETE FROM gleaner.claim WHERE key_id = $1 AND name = $2 AND token = $3 AND state = 'running'`,
  },
  expire: { name: 'claim_expire', text: 'DELETE FROM gleaner.claim WHERE expires_at <= now()' },
  // Drops the responses of the keys that use the most space first, so a key that fills the store loses only its own.
  forget: {
    name: 'claim_forget',
    text: `UPDATE gleaner.claim c SET answer = NULL, size = 0
           FROM (SELECT key_id, name, sum(size) OVER (ORDER BY own, expires_at DESC, key_id, name) AS total
                 FROM (SELECT key_id, name, size, expires_at,
                              sum(size) OVER (PARTITION BY key_id ORDER BY expires_at DESC, name) AS own
                       FROM gleaner.claim WHERE size > 0) AS counted) AS kept
           WHERE c.key_id = kept.key_id AND c.name = kept.name AND kept.total > $1`,
  },
  // Completed reservations are kept for outcomes that are written late or twice.
  forgetHolds: {
    name: 'hold_forget',
    text: `DELETE FROM gleaner.hold WHERE id IN (
             SELECT id FROM gleaner.hold WHERE state <> 'held' AND at <= now() - interval '30 days' ORDER BY at LIMIT 10000)`,
  },
}

/** A claim may be dropped between the two statements, which frees its name again. This won't happen five times in a row. */
const maxAttempts = 5

function createPostgresClaims(database: PostgresDatabase): ClaimStore {
  return {
    async open({ keyId, name, token, node, fingerprint, earlier, maxAgeMs }): Promise<ClaimState> {
      if (earlier.length > 0) {
        const [row] = await database.run(sql.lookEarlier, [keyId, earlier.map((marks) => marks.name)])
        if (row) return toClaimState(row, earlier.find((marks) => marks.name === row.name)?.fingerprint)
      }
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const entered = await database.runOrUnsure(sql.enter, [keyId, name, token, node, fingerprint, maxAgeMs])
        if (entered === 'unsure') return { state: 'unsure' }
        if (entered.length > 0) return { state: 'new' }
        const [row] = await database.run(sql.look, [keyId, name])
        if (!row) continue
        return toClaimState(row, fingerprint)
      }
      return { state: 'running' }
    },
    async drop({ keyId, name, token }) {
      await database.run(sql.drop, [keyId, name, token])
    },
    async prune(maxBytes) {
      await database.run(sql.expire)
      await database.run(sql.forget, [maxBytes])
      await database.run(sql.forgetHolds)
    },
  }
}
