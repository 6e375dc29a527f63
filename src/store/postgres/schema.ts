/** Tables and functions of the PostgreSQL database, as migrations. All are in the schema `gleaner`. */

import type { Pool } from 'pg'
import { migrationsAfter } from '../sql-database.ts'
import { firstTables, oauthTable, rollUpTable } from '../tables.ts'
import { ledgerFunctions, rollUpFunctions } from './ledger-functions.ts'

const dialect = {
  ...{
    text: 'text',
    bytes: 'bytea',
    number: 'bigint',
    small: 'integer',
    serial: 'bigint GENERATED ALWAYS AS IDENTITY',
  },
  ...{ now: 'timestamptz NOT NULL DEFAULT now()', time: 'timestamptz', table: '', packed: '' },
}

/** The tables, and the migrations of later versions. The first is version 2, because version 1 was never released. */
const migrations: readonly string[] = [
  `${firstTables(dialect)}
   CREATE INDEX hold_age ON gleaner.hold (at);
   CREATE FUNCTION gleaner.movements_stay() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'movements stay'; END $$;
   CREATE TRIGGER movement_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON gleaner.movement
     FOR EACH STATEMENT EXECUTE FUNCTION gleaner.movements_stay();
   ${ledgerFunctions}`,
  oauthTable(dialect),
  `${rollUpTable(dialect)}
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
