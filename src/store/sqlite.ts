/** SQLite in the data folder: the embedded store for keys. */

import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { KeyRecord, KeyStore } from '../access/keys.ts'
import { ServiceError } from '../errors.ts'
import { makeDataFolder } from './data-folder.ts'

export interface SqliteStore {
  keys: KeyStore
  close(): Promise<void>
}

/** Each entry brings a database from the version of its index to the next one. */
const migrations = [
  `CREATE TABLE api_key (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     hash BLOB NOT NULL UNIQUE,
     created_at TEXT NOT NULL,
     revoked_at TEXT
   ) STRICT`,
]

/** Opens, and where needed makes, `gleaner.db` in the folder. Throws storage_unavailable. */
export function openSqlite(dataDir: string): SqliteStore {
  const database = guarded(() => {
    makeDataFolder(dataDir)
    const path = join(dataDir, 'gleaner.db')
    const opened = new DatabaseSync(path, { timeout: 5000 })
    chmodSync(path, 0o600)
    opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    migrate(opened)
    return opened
  })
  return { keys: createKeyStore(database), close: async () => database.close() }
}

function migrate(database: DatabaseSync): void {
  inTransaction(database, () => {
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
    if (version > migrations.length) throw new Error(`the database is of a newer program (version ${version})`)
    for (const step of migrations.slice(version)) database.exec(step)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
  })
}

function createKeyStore(database: DatabaseSync): KeyStore {
  const find = database.prepare('SELECT * FROM api_key WHERE id = ?')
  const list = database.prepare('SELECT * FROM api_key ORDER BY created_at, id')
  const count = database.prepare('SELECT count(*) AS n FROM api_key')
  const insert = database.prepare('INSERT INTO api_key (id, name, hash, created_at, revoked_at) VALUES (?, ?, ?, ?, ?)')
  const revoke = database.prepare('UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?')
  const add = ({ id, name, hash, createdAt, revokedAt }: KeyRecord) => insert.run(id, name, hash, createdAt, revokedAt)

  return {
    async find(id) {
      const row = guarded(() => find.get(id))
      return row ? toRecord(row) : null
    },
    async list() {
      return guarded(() => list.all()).map(toRecord)
    },
    async add(record) {
      guarded(() => add(record))
    },
    async addFirst(record) {
      return guarded(() =>
        inTransaction(database, () => {
          if (Number(count.get()?.n) > 0) return false
          add(record)
          return true
        }),
      )
    },
    async revoke(id, at) {
      return Number(guarded(() => revoke.run(at, id)).changes) > 0
    },
  }
}

function toRecord(row: Record<string, unknown>): KeyRecord {
  return {
    id: String(row.id),
    name: String(row.name),
    hash: row.hash as Uint8Array,
    createdAt: String(row.created_at),
    revokedAt: row.revoked_at === null ? null : String(row.revoked_at),
  }
}

function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    database.exec('COMMIT')
    return value
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new ServiceError('storage_unavailable', 'The key database does not answer', { cause, retryAfterS: 5 })
  }
}
