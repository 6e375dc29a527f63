/** Opens connections to the database file in the data folder, for writing or only for reading. */

import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { makeFolder } from '../../base/make-folder.ts'
import { migrateSqlite } from './schema.ts'
import { isBusy, translateErrors } from './transaction.ts'

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
