/** Tables of the SQLite database, as migrations. */

import type { DatabaseSync } from 'node:sqlite'
import { migrationsAfter } from '../sql-database.ts'
import { firstTables, oauthTable, rollUpTable } from '../tables.ts'
import { inTransaction } from './transaction.ts'

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
export function migrateSqlite(database: DatabaseSync): void {
  inTransaction(database, () => {
    const version = versionOf(database)
    for (const up of migrationsAfter(version, { migrations, firstVersion }))
      database.exec(up.replaceAll('gleaner.', ''))
    database.exec(`PRAGMA user_version = ${latestVersion}`)
  })
}
