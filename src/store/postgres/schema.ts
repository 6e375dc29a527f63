/** Tables and functions of the PostgreSQL database, as migrations. All are in the schema `gleaner`. */

import type { Pool } from 'pg'
import { oauthColumns } from '../oauth.ts'
import { migrationsAfter } from '../sql-database.ts'
import { ledgerFunctions, rollUpFunctions } from './ledger-functions.ts'

/** The tables, and the migrations of later versions. The first is version 2, because version 1 was never released. */
const migrations: readonly string[] = [
  `CREATE TABLE gleaner.api_key (
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
     charged bigint NOT NULL DEFAULT 0,
     remaining bigint,
     size integer NOT NULL DEFAULT 0,
     expires_at timestamptz NOT NULL,
     PRIMARY KEY (key_id, name)
   );
   CREATE INDEX claim_open ON gleaner.claim (node) WHERE state = 'running';
   CREATE INDEX claim_age ON gleaner.claim (expires_at, size);

   ${ledgerFunctions}`,
  `CREATE TABLE gleaner.oauth (${oauthColumns('text', 'bigint')});
   CREATE INDEX oauth_grant ON gleaner.oauth (grant_id);
   CREATE INDEX oauth_age ON gleaner.oauth (expires_at)`,
  `CREATE TABLE gleaner.movement_day (
     key_id text NOT NULL REFERENCES gleaner.api_key (id),
     day text NOT NULL,
     operation text NOT NULL,
     kind text NOT NULL,
     movements bigint NOT NULL,
     delta bigint NOT NULL,
     charged bigint NOT NULL,
     PRIMARY KEY (key_id, day, operation, kind)
   );
   CREATE TABLE gleaner.roll_up (past bigint NOT NULL);
   INSERT INTO gleaner.roll_up VALUES (0);
   ALTER TABLE gleaner.movement SET (autovacuum_vacuum_scale_factor = 0.01);
   ${rollUpFunctions}`,
]
const firstVersion = 2

/** An arbitrary number that no other program uses on the same database. */
const migrationLock = 718_281_828

/** The table version that this program works with. */
export const latestTables = firstVersion + migrations.length - 1

/**
 * Migrates in one transaction. Processes that start at the same time wait for each other. Throws driver errors, and storage_unavailable if
 * the version is unknown.
 */
export async function migratePostgres(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(`CREATE SCHEMA IF NOT EXISTS gleaner;
      CREATE TABLE IF NOT EXISTS gleaner.schema_version (version integer NOT NULL)`)
    const { rows } = await client.query('SELECT version FROM gleaner.schema_version')
    const version = Number(rows[0]?.version ?? 0)
    for (const up of migrationsAfter(version, { migrations, firstVersion })) await client.query(up)
    const record =
      version > 0 ? 'UPDATE gleaner.schema_version SET version = $1' : 'INSERT INTO gleaner.schema_version VALUES ($1)'
    if (version !== latestTables) await client.query(record, [latestTables])
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // Closing the connection rolls back the transaction.
    client.release(true)
    throw error
  }
}
