/** Tables and functions of the PostgreSQL database, as migrations. All are in the schema `gleaner`. */

import { setTimeout } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { ServiceError } from '../../base/errors.ts'
import { firstKeyFunction } from './keys.ts'
import { chargedFailures, ledgerFunctions } from './ledger-functions.ts'

interface Migration {
  up: string
  /** Reverts the migration without losing keys or credits; null if that isn't possible. */
  down: string | null
}

/** Entry N migrates a database from version N to the next one. */
const migrations: readonly Migration[] = [
  {
    up: `CREATE TABLE gleaner.api_key (
     id text PRIMARY KEY,
     name text NOT NULL,
     hash bytea NOT NULL UNIQUE,
     previous_hash bytea,
     previous_until text,
     created_at text NOT NULL,
     expires_at text,
     revoked_at text,
     credits bigint CHECK (credits >= 0),
     used bigint NOT NULL DEFAULT 0,
     rate_limit integer,
     rate_window_s integer,
     concurrency integer
   );

   CREATE TABLE gleaner.node (id text PRIMARY KEY, beat bigint NOT NULL);

   CREATE TABLE gleaner.hold (
     id text PRIMARY KEY,
     node text NOT NULL,
     key_id text NOT NULL REFERENCES gleaner.api_key (id),
     credits bigint NOT NULL CHECK (credits >= 0),
     state text NOT NULL CHECK (state IN ('held', 'settled', 'released', 'swept')),
     operation text NOT NULL,
     request_id text NOT NULL,
     at timestamptz NOT NULL DEFAULT now()
   );
   CREATE INDEX hold_open ON gleaner.hold (node) WHERE state = 'held';
   CREATE INDEX hold_age ON gleaner.hold (at);

   CREATE TABLE gleaner.movement (
     number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     key_id text NOT NULL REFERENCES gleaner.api_key (id),
     hold_id text,
     kind text NOT NULL CHECK (kind IN ('grant', 'reserve', 'settle', 'release', 'sweep', 'late')),
     delta bigint NOT NULL,
     charged bigint NOT NULL CHECK (charged >= 0),
     operation text,
     request_id text,
     at timestamptz NOT NULL DEFAULT now(),
     UNIQUE (hold_id, kind)
   );
   CREATE FUNCTION gleaner.movements_stay() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'movements stay'; END $$;
   CREATE TRIGGER movement_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON gleaner.movement
     FOR EACH STATEMENT EXECUTE FUNCTION gleaner.movements_stay();

   CREATE TABLE gleaner.usage (
     key_id text NOT NULL REFERENCES gleaner.api_key (id),
     day text NOT NULL,
     operation text NOT NULL,
     requests bigint NOT NULL,
     failed bigint NOT NULL,
     credits bigint NOT NULL,
     PRIMARY KEY (key_id, day, operation)
   );

   CREATE TABLE gleaner.claim (
     key_id text NOT NULL REFERENCES gleaner.api_key (id),
     name text NOT NULL,
     token text NOT NULL,
     node text NOT NULL,
     fingerprint text NOT NULL,
     state text NOT NULL CHECK (state IN ('running', 'done')),
     answer bytea,
     remaining bigint,
     size integer NOT NULL DEFAULT 0,
     expires_at timestamptz NOT NULL,
     PRIMARY KEY (key_id, name)
   );
   CREATE INDEX claim_open ON gleaner.claim (node) WHERE state = 'running';
   CREATE INDEX claim_age ON gleaner.claim (expires_at, size);

   ${ledgerFunctions}${firstKeyFunction}`,
    down: null,
  },
  {
    up: `ALTER TABLE gleaner.claim ADD COLUMN charged bigint NOT NULL DEFAULT 0; ${chargedFailures.up}`,
    down: `ALTER TABLE gleaner.claim DROP COLUMN charged; ${chargedFailures.down}`,
  },
]

/** An arbitrary number that no other program uses on the same database. */
const migrationLock = 718_281_828

/** The table version that this program works with. */
export const latestTables = migrations.length

/** Migrates the database to the latest version. Throws driver errors, and storage_unavailable if the database is newer. */
export async function migratePostgres(pool: Pool): Promise<void> {
  await migrate(pool, async () => latestTables)
}

/** Reverts the last migration and returns the new version. Throws value_error if it can't be reverted. */
export async function downgradePostgres(pool: Pool): Promise<number> {
  return migrate(pool, async (version, client) => {
    if (await staysInUse(client)) throw new ServiceError('value_error', 'The database is in use: stop Gleaner first')
    return version - 1
  })
}

/** True if another process keeps using the database. PostgreSQL lists a process for a moment after it has exited. */
async function staysInUse(client: PoolClient): Promise<boolean> {
  for (let look = 1; ; look++) {
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'gleaner' AND datname = current_database() AND pid <> pg_backend_pid()`,
    )
    if (rows.length === 0 || look === looks) return rows.length > 0
    // Within a transaction, PostgreSQL reads the list only once.
    await client.query('SELECT pg_stat_clear_snapshot()')
    await setTimeout(lookEveryMs)
  }
}

const looks = 20
const lookEveryMs = 100

/** Migrates to the version that `choose` returns, in one transaction. Processes that start at the same time wait for each other. */
async function migrate(pool: Pool, choose: (version: number, client: PoolClient) => Promise<number>): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(`CREATE SCHEMA IF NOT EXISTS gleaner;
      CREATE TABLE IF NOT EXISTS gleaner.schema_version (version integer NOT NULL)`)
    const { rows } = await client.query('SELECT version FROM gleaner.schema_version')
    const version = Number(rows[0]?.version ?? 0)
    if (version > latestTables) {
      throw new ServiceError('storage_unavailable', 'The database was created by a newer version of Gleaner')
    }
    const to = await choose(version, client)
    for (let at = version; at < to; at++) await client.query(migrations[at]?.up ?? '')
    for (let at = version; at > to; at--) {
      const down = migrations[at - 1]?.down ?? null
      if (down === null) throw new ServiceError('value_error', `Version ${at} of the tables can't be reverted`)
      await client.query(down)
    }
    const record =
      rows.length > 0
        ? 'UPDATE gleaner.schema_version SET version = $1'
        : 'INSERT INTO gleaner.schema_version VALUES ($1)'
    if (version !== to) await client.query(record, [to])
    await client.query('COMMIT')
    client.release()
    return to
  } catch (error) {
    // Closing the connection rolls back the transaction.
    client.release(true)
    throw error
  }
}
