/** Opens connections to the database file in the data folder, and migrates its tables. Runs transactions, and translates SQLite's errors. */

import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { storageUnavailable } from '../../access/storage-unavailable.ts'
import { ServiceError } from '../../base/errors.ts'
import { makeFolder } from '../../base/make-folder.ts'
import { migrationsAfter } from '../sql-database.ts'
import { firstTables, oauthTable, rollUpTable } from '../tables.ts'

export const databaseFile = 'gleaner.db'

/** Maximum milliseconds that SQLite waits for another process. This blocks the thread. */
const busyTimeoutMs = 50

/** Maximum time to wait for other processes that are opening the database. */
const openWaitMs = 10_000

/** Opens the database, creating it if missing, and migrates it to the latest tables. Throws storage_unavailable. */
export function openForWriting(dataDir: string): DatabaseSync {
  return translateErrors(() => {
    makeFolder(dataDir, 0o700)
    const path = join(dataDir, databaseFile)
    const database = new DatabaseSync(path, { timeout: openWaitMs })
    try {
      chmodSync(path, 0o600)
      setJournal(database)
      migrateSqlite(database)
      database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  })
}

/** Retries, because SQLite's own timeout doesn't apply while two processes convert a new database to write-ahead logging. */
function setJournal(database: DatabaseSync): void {
  const until = performance.now() + openWaitMs
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

/** Opens for reading a database already open for writing. Never writes to disk, not even checkpoints or temporary files. */
export function openForReading(dataDir: string): DatabaseSync {
  return translateErrors(() => {
    const database = new DatabaseSync(join(dataDir, databaseFile), { readOnly: true, timeout: busyTimeoutMs })
    database.exec('PRAGMA temp_store = MEMORY')
    return database
  })
}

/** Returns a function that prepares a statement, written for PostgreSQL, when it is first needed. */
export function prepareOnce(database: DatabaseSync): (text: string) => StatementSync {
  const prepared = new Map<string, StatementSync>()
  return (text) => {
    const statement = prepared.get(text) ?? database.prepare(inSqlite(text))
    prepared.set(text, statement)
    return statement
  }
}

/** Times are milliseconds since 1970. */
function inSqlite(text: string): string {
  return text
    .replaceAll('gleaner.is_first_key()', 'NOT EXISTS (SELECT 1 FROM api_key)')
    .replaceAll('gleaner.', '')
    .replaceAll('now()', "CAST(unixepoch('subsec') * 1000 AS INTEGER)")
    .replaceAll("interval '1 millisecond'", '1')
    .replaceAll('$', '?')
}

const integer = 'INTEGER'
const dialect = {
  ...{ text: 'TEXT', bytes: 'BLOB', number: integer, small: integer, serial: integer, now: 'INTEGER NOT NULL' },
  ...{ time: integer, table: ' STRICT', packed: ' STRICT, WITHOUT ROWID' },
}

/** The tables, and the migrations to later versions. The first version is 3, because earlier ones were never released. */
const migrations: readonly string[] = [
  `${firstTables(dialect)}
   CREATE TRIGGER movement_stays BEFORE UPDATE ON movement BEGIN SELECT RAISE(ABORT, 'movements stay'); END;
   CREATE TRIGGER movement_is_kept BEFORE DELETE ON movement BEGIN SELECT RAISE(ABORT, 'movements stay'); END`,
  oauthTable(dialect),
  `${rollUpTable(dialect)}
   CREATE TABLE roll_up (before INTEGER NOT NULL) STRICT;
   INSERT INTO roll_up VALUES (0);
   DROP TRIGGER movement_is_kept;
   CREATE TRIGGER movement_is_kept BEFORE DELETE ON movement WHEN OLD.at >= (SELECT before FROM roll_up)
     BEGIN SELECT RAISE(ABORT, 'movements stay'); END`,
]
const firstVersion = 3

export const latestVersion = firstVersion + migrations.length - 1

export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version)
}

/** Migrates in one transaction, because several processes may start at once. Throws storage_unavailable if the version is unknown. */
function migrateSqlite(database: DatabaseSync): void {
  inTransaction(database, () => {
    const version = versionOf(database)
    for (const up of migrationsAfter(version, { migrations, firstVersion }))
      database.exec(up.replaceAll('gleaner.', ''))
    database.exec(`PRAGMA user_version = ${latestVersion}`)
  })
}

export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    database.exec('COMMIT')
    return value
  } catch (error) {
    // If the disk is full, SQLite has already rolled back.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Runs the work and turns SQLite and file system errors into storage_unavailable. */
export function translateErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ServiceError ? error : storageUnavailable(error)
  }
}

/** True for SQLITE_BUSY and SQLITE_LOCKED, including their extended codes. */
export function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode ?? 0
  return (code & 0xff) === 5 || (code & 0xff) === 6
}
