/** Writes to SQLite: writes of one turn of the event loop share a transaction, and so one wait for the disk. */

import type { DatabaseSync } from 'node:sqlite'
import { storageUnavailable } from '../../access/storage-unavailable.ts'
import { ServiceError } from '../../errors.ts'

export interface SqliteWriter {
  /**
   * Runs `work` in a transaction, alone or with other writes, and resolves once that is committed.
   * `isDurable`: false for a write that may be lost when the machine fails, such as a reservation, whose process fails with it.
   * Throws storage_unavailable.
   */
  write<T>(work: () => T, options?: { isDurable?: boolean }): Promise<T>
}

interface PendingWrite {
  work(): unknown
  isDurable: boolean
  since: number
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** How long a write waits for another process that has locked the database. */
const waitMs = 5000

export function createSqliteWriter(database: DatabaseSync): SqliteWriter {
  let queue: PendingWrite[] = []
  let isPlanned = false
  let synchronous = 'FULL'

  function flush(): void {
    isPlanned = false
    const batch = queue
    queue = []
    const needed = batch.some(({ isDurable }) => isDurable) ? 'FULL' : 'NORMAL'
    const settlers: (() => void)[] = []
    try {
      if (needed !== synchronous) database.exec(`PRAGMA synchronous = ${needed}`)
      synchronous = needed
      inTransaction(database, () => {
        for (const entry of batch) settlers.push(attempt(entry))
      })
    } catch (error) {
      if (isBusy(error)) retryLater(batch, error)
      else for (const { reject } of batch) reject(storageUnavailable(error))
      return
    }
    for (const settle of settlers) settle()
  }

  /** Runs one write in a savepoint and returns what settles its promise. Throws when the whole transaction has failed. */
  function attempt({ work, resolve, reject }: PendingWrite): () => void {
    database.exec('SAVEPOINT work')
    try {
      const value = work()
      database.exec('RELEASE work')
      return () => resolve(value)
    } catch (error) {
      if (!database.isTransaction) throw error
      database.exec('ROLLBACK TO work; RELEASE work')
      return () => reject(error instanceof ServiceError ? error : storageUnavailable(error))
    }
  }

  /** Waits outside SQLite, which would block the whole process. */
  function retryLater(batch: PendingWrite[], error: unknown): void {
    const tooLate = performance.now() - waitMs
    for (const { reject } of batch.filter(({ since }) => since <= tooLate)) reject(storageUnavailable(error))
    queue = [...batch.filter(({ since }) => since > tooLate), ...queue]
    if (queue.length === 0 || isPlanned) return
    isPlanned = true
    setTimeout(flush, 5 + Math.random() * 20)
  }

  return {
    write(work, { isDurable = true } = {}) {
      return new Promise((resolve, reject) => {
        queue.push({ work, isDurable, since: performance.now(), resolve: resolve as PendingWrite['resolve'], reject })
        if (isPlanned) return
        isPlanned = true
        setImmediate(flush)
      })
    },
  }
}

/** Runs the work in a transaction, which any error rolls back. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    database.exec('COMMIT')
    return value
  } catch (error) {
    // On a full disk SQLite has rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Runs the work; errors of SQLite and of the file system become storage_unavailable. */
export function translateErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ServiceError ? error : storageUnavailable(error)
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED, with their extended codes. */
export function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode ?? 0
  return (code & 0xff) === 5 || (code & 0xff) === 6
}
