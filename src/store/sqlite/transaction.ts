/** SQLite transactions, and SQLite's errors translated to Gleaner's. */

import type { DatabaseSync } from 'node:sqlite'
import { storageUnavailable } from '../../access/storage-unavailable.ts'
import { ServiceError } from '../../base/errors.ts'

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
