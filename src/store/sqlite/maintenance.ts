/** Backup and restore of the SQLite database in a data folder, and facts about it. */

import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StoreFacts, StoreMaintenance } from '../../access/maintenance.ts'
import { ServiceError } from '../../base/errors.ts'
import { makeFolder } from '../../base/make-folder.ts'
import { outcomeFolder } from '../outcome-journal.ts'
import { secretFiles } from '../secret.ts'
import { databaseFile, isBusy, latestVersion, openForReading, translateErrors, versionOf } from './database.ts'

/** Maximum milliseconds that a copy waits for a process that has locked the database. */
const busyTimeoutMs = 5000

export function createSqliteMaintenance(dataDir: string): StoreMaintenance {
  const path = join(dataDir, databaseFile)

  return {
    async backup(folder) {
      if (!existsSync(path)) throw new ServiceError('value_error', `No database found in ${dataDir}`)
      return translateErrors(() => {
        if (existsSync(folder) && readdirSync(folder).length > 0) {
          throw new ServiceError('value_error', `${folder} is not empty: choose a new folder for the backup`)
        }
        makeFolder(folder, 0o700)
        // Copies outcomes before the database. An outcome in both counts once, but one in neither would be lost.
        copyOutcomes(dataDir, folder)
        copyDatabase(path, join(folder, databaseFile))
        const hasSecret = copySecrets(dataDir, folder)
        checkBackup(folder)
        return { folder, bytes: statSync(join(folder, databaseFile)).size, hasSecret }
      })
    },
    async restore(folder) {
      return translateErrors(() => {
        checkBackup(folder)
        makeFolder(dataDir, 0o700)
        if (existsSync(path)) checkUnused(path)
        const draft = `${path}.restoring`
        copyDatabase(join(folder, databaseFile), draft)
        const hasSecret = existsSync(join(folder, secretFiles.present))
        const secrets = hasSecret ? Object.values(secretFiles) : []
        const replaced = setAside(dataDir, [databaseFile, outcomeFolder, ...secrets])
        renameSync(draft, path)
        copyOutcomes(folder, dataDir)
        copySecrets(folder, dataDir)
        return { replaced, hasSecret }
      })
    },
  }
}

/** Throws value_error if another process has the database open. */
function checkUnused(path: string): void {
  const database = new DatabaseSync(path)
  try {
    // Only the last connection can turn off the write-ahead log.
    database.exec('PRAGMA journal_mode = DELETE')
  } catch (error) {
    if (!isBusy(error)) throw error
    throw new ServiceError('value_error', 'The database is in use: stop Gleaner first', { cause: error })
  } finally {
    database.close()
  }
}

/** Throws value_error if the folder has no backup that this version can read. */
function checkBackup(folder: string): void {
  const path = join(folder, databaseFile)
  if (!existsSync(path)) throw new ServiceError('value_error', `There is no ${databaseFile} in ${folder}`)
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const [row] = database.prepare('PRAGMA integrity_check(1)').all()
    if (row?.integrity_check !== 'ok') throw new ServiceError('value_error', `The database in ${folder} is damaged`)
    if (versionOf(database) > latestVersion) {
      throw new ServiceError('value_error', `The database in ${folder} was created by a newer version of Gleaner`)
    }
  } finally {
    database.close()
  }
}

function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { timeout: busyTimeoutMs })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
  chmodSync(to, 0o600)
  const file = openSync(to, 'r+')
  fsyncSync(file)
  closeSync(file)
}

function copyOutcomes(from: string, to: string): void {
  const folder = join(from, outcomeFolder)
  if (existsSync(folder)) cpSync(folder, join(to, outcomeFolder), { recursive: true })
}

function copySecrets(from: string, to: string): boolean {
  for (const name of Object.values(secretFiles)) {
    if (!existsSync(join(from, name))) continue
    copyFileSync(join(from, name), join(to, name))
    chmodSync(join(to, name), 0o600)
  }
  return existsSync(join(from, secretFiles.present))
}

function setAside(dataDir: string, names: readonly string[]): string | null {
  const present = names.filter((name) => existsSync(join(dataDir, name)))
  if (present.length === 0) return null
  const folder = join(dataDir, `replaced-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`)
  mkdirSync(folder, { mode: 0o700 })
  for (const name of present) renameSync(join(dataDir, name), join(folder, name))
  return folder
}

/** Changes nothing. Returns null if the database doesn't exist yet. Throws storage_unavailable. */
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
