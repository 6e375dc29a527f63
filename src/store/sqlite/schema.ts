/** Tables of the SQLite database, as migrations. */

import type { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../../base/errors.ts'
import { inTransaction } from './transaction.ts'

interface Migration {
  up: string
  /** Reverts the migration without losing keys or credits; null if that isn't possible. */
  down: string | null
}

/** Entry N migrates a database from version N to the next one. */
const migrations: readonly Migration[] = [
  {
    up: `CREATE TABLE api_key (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     hash BLOB NOT NULL UNIQUE,
     created_at TEXT NOT NULL,
     revoked_at TEXT
   ) STRICT`,
    down: null,
  },
  {
    up: `ALTER TABLE api_key ADD COLUMN previous_hash BLOB;
   ALTER TABLE api_key ADD COLUMN previous_until TEXT;
   ALTER TABLE api_key ADD COLUMN expires_at TEXT;
   ALTER TABLE api_key ADD COLUMN credits INTEGER CHECK (credits >= 0);
   ALTER TABLE api_key ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE api_key ADD COLUMN rate_limit INTEGER;
   ALTER TABLE api_key ADD COLUMN rate_window_s INTEGER;
   ALTER TABLE api_key ADD COLUMN concurrency INTEGER;

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
     remaining INTEGER,
     size INTEGER NOT NULL DEFAULT 0,
     expires_at INTEGER NOT NULL,
     PRIMARY KEY (key_id, name)
   ) STRICT;
   CREATE INDEX claim_open ON claim (node) WHERE state = 'running';
   CREATE INDEX claim_age ON claim (expires_at, size)`,
    down: null,
  },
  {
    up: 'ALTER TABLE claim ADD COLUMN charged INTEGER NOT NULL DEFAULT 0',
    down: 'ALTER TABLE claim DROP COLUMN charged',
  },
]

/** The table version that this program works with. */
export const latestVersion = migrations.length

/** Returns a database's table version. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version)
}

/**
 * Migrates the database forward or back to a version, in one transaction: several processes may start at the same time.
 * Throws storage_unavailable if the database is newer, and value_error for a migration that can't be reverted.
 */
export function migrateSqlite(database: DatabaseSync, to = latestVersion): void {
  inTransaction(database, () => {
    const version = versionOf(database)
    if (version > latestVersion) {
      throw new ServiceError('storage_unavailable', 'The database was created by a newer version of Gleaner')
    }
    for (let at = version; at < to; at++) database.exec(migrations[at]?.up ?? '')
    for (let at = version; at > to; at--) {
      const down = migrations[at - 1]?.down ?? null
      if (down === null) throw new ServiceError('value_error', `Version ${at} of the tables can't be reverted`)
      database.exec(down)
    }
    database.exec(`PRAGMA user_version = ${to}`)
  })
}
