/** Tables of the SQLite database, as migrations. */

import type { DatabaseSync } from 'node:sqlite'
import { oauthColumns } from '../oauth.ts'
import { migrationsAfter } from '../sql-database.ts'
import { inTransaction } from './transaction.ts'

/** The tables, and the migrations to later versions. The first version is 3, because earlier ones were never released. */
const migrations: readonly string[] = [
  `CREATE TABLE api_key (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     hash BLOB NOT NULL UNIQUE,
     previous_hash BLOB,
     previous_until TEXT,
     created_at TEXT NOT NULL,
     expires_at TEXT,
     revoked_at TEXT,
     credits INTEGER CHECK (credits >= 0),
     used INTEGER NOT NULL DEFAULT 0,
     rate_limit INTEGER,
     rate_window_s INTEGER,
     concurrency INTEGER
   ) STRICT;

   CREATE TABLE node (id TEXT PRIMARY KEY, beat INTEGER NOT NULL) STRICT;

   CREATE TABLE hold (
     id TEXT PRIMARY KEY,
     node TEXT NOT NULL,
     key_id TEXT NOT NULL REFERENCES api_key (id),
     credits INTEGER NOT NULL CHECK (credits >= 0),
     state TEXT NOT NULL CHECK (state IN ('held', 'settled', 'released', 'swept')),
     operation TEXT NOT NULL,
     request_id TEXT NOT NULL,
     at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX hold_open ON hold (node) WHERE state = 'held';

   CREATE TABLE movement (
     number INTEGER PRIMARY KEY,
     key_id TEXT NOT NULL REFERENCES api_key (id),
     hold_id TEXT,
     kind TEXT NOT NULL CHECK (kind IN ('grant', 'reserve', 'settle', 'release', 'sweep', 'late')),
     delta INTEGER NOT NULL,
     charged INTEGER NOT NULL CHECK (charged >= 0),
     operation TEXT,
     request_id TEXT,
     at INTEGER NOT NULL,
     UNIQUE (hold_id, kind)
   ) STRICT;
   CREATE TRIGGER movement_stays BEFORE UPDATE ON movement BEGIN SELECT RAISE(ABORT, 'movements stay'); END;
   CREATE TRIGGER movement_is_kept BEFORE DELETE ON movement BEGIN SELECT RAISE(ABORT, 'movements stay'); END;

   CREATE TABLE usage (
     key_id TEXT NOT NULL REFERENCES api_key (id),
     day TEXT NOT NULL,
     operation TEXT NOT NULL,
     requests INTEGER NOT NULL,
     failed INTEGER NOT NULL,
     credits INTEGER NOT NULL,
     PRIMARY KEY (key_id, day, operation)
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE claim (
     key_id TEXT NOT NULL REFERENCES api_key (id),
     name TEXT NOT NULL,
     token TEXT NOT NULL,
     node TEXT NOT NULL,
     fingerprint TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('running', 'done')),
     answer BLOB,
     charged INTEGER NOT NULL DEFAULT 0,
     remaining INTEGER,
     size INTEGER NOT NULL DEFAULT 0,
     expires_at INTEGER NOT NULL,
     PRIMARY KEY (key_id, name)
   ) STRICT;
   CREATE INDEX claim_open ON claim (node) WHERE state = 'running';
   CREATE INDEX claim_age ON claim (expires_at, size)`,
  `CREATE TABLE oauth (${oauthColumns('TEXT', 'INTEGER')}) STRICT;
   CREATE INDEX oauth_grant ON oauth (grant_id);
   CREATE INDEX oauth_age ON oauth (expires_at)`,
  `CREATE TABLE movement_day (
     key_id TEXT NOT NULL REFERENCES api_key (id),
     day TEXT NOT NULL,
     operation TEXT NOT NULL,
     kind TEXT NOT NULL,
     movements INTEGER NOT NULL,
     delta INTEGER NOT NULL,
     charged INTEGER NOT NULL,
     PRIMARY KEY (key_id, day, operation, kind)
   ) STRICT, WITHOUT ROWID;
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
    for (const up of migrationsAfter(version, { migrations, firstVersion })) database.exec(up)
    database.exec(`PRAGMA user_version = ${latestVersion}`)
  })
}
