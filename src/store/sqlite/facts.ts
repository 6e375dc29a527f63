/** Reads facts about the SQLite database without changing anything. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreFacts } from '../../access/maintenance.ts'
import { ServiceError } from '../../base/errors.ts'
import { databaseFile, openForReading } from './database.ts'
import { latestVersion, versionOf } from './schema.ts'
import { translateErrors } from './transaction.ts'

/** Returns null if the database doesn't exist yet. Throws storage_unavailable. */
export function sqliteFacts(dataDir: string): StoreFacts | null {
  if (!existsSync(join(dataDir, databaseFile))) return null
  const database = openForReading(dataDir)
  try {
    return translateErrors(() => readFacts(database))
  } finally {
    database.close()
  }
}

function readFacts(database: DatabaseSync): StoreFacts {
  const one = (sql: string, ...values: string[]) => Object.values(database.prepare(sql).get(...values) ?? {})[0]
  const damage = one('PRAGMA quick_check(1)')
  if (damage !== 'ok') throw new ServiceError('storage_unavailable', `The database is damaged: ${damage}`)
  const tables = versionOf(database)
  const all = tables === 0 ? 0 : Number(one('SELECT count(*) FROM api_key'))
  const active = 'SELECT count(*) FROM api_key WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)'
  const activeKeys = tables === 0 ? 0 : Number(one(active, new Date().toISOString()))
  const program = `SQLite ${one('SELECT sqlite_version()')}`
  return { program, tables, latestTables: latestVersion, activeKeys, endedKeys: all - activeKeys }
}
