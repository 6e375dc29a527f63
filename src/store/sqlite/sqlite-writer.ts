/** Writes to SQLite: those that come together share one transaction, and so one wait for the disk. */

import type { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../../errors.ts'

export interface Writer {
  /**
   * Runs `work` in a transaction of its own or of its neighbours and resolves once that is committed.
   * `isDurable`: false for what may be lost with the machine's power, such as a reservation whose process is then gone too.
   * Throws storage_unavailable.
   */
  write<T>(work: () => T, options?: { isDurable?: boolean }): Promise<T>
}

interface Entry {
  work(): unknown
  isDurable: boolean
  since: number
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** How long a write waits for another process to let go of the database. */
const waitMs = 5000

export function createWriter(database: DatabaseSync): Writer {
  let queue: Entry[] = []
  let isPlanned = false
  let synchronous = 'FULL'

  function flush(): void {
    isPlanned = false
    const batch = queue
    queue = []
    const needed = batch.some(({ isDurable }) => isDurable) ? 'FULL' : 'NORMAL'
    const values: (() => void)[] = []
    try {
      if (needed !== synchronous) database.exec(`PRAGMA synchronous = ${needed}`)
      synchronous = needed
      inTransaction(database, () => {
        for (const entry of batch) values.push(attempt(entry))
      })
    } catch (error) {
      if (isBusy(error)) retryLater(batch, error)
      else for (const { reject } of batch) reject(toUnavailable(error))
      return
    }
    for (const tell of values) tell()
  }

  /** One work's failure is its own; what breaks the whole transaction is everybody's. */
  function attempt({ work, resolve, reject }: Entry): () => void {
    database.exec('SAVEPOINT work')
    try {
      const value = work()
      database.exec('RELEASE work')
      return () => resolve(value)
    } catch (error) {
      if (!database.isTransaction) throw error
      database.exec('ROLLBACK TO work; RELEASE work')
      return () => reject(error instanceof ServiceError ? error : toUnavailable(error))
    }
  }

  /** Waiting inside SQLite would hold up the whole process. */
  function retryLater(batch: Entry[], error: unknown): void {
    const tooLate = performance.now() - waitMs
    for (const { reject } of batch.filter(({ since }) => since <= tooLate)) reject(toUnavailable(error))
    queue = [...batch.filter(({ since }) => since > tooLate), ...queue]
    if (queue.length === 0 || isPlanned) return
    isPlanned = true
    setTimeout(flush, 5 + Math.random() * 20)
  }

  return {
    write(work, { isDurable = true } = {}) {
      return new Promise((resolve, reject) => {
        queue.push({ work, isDurable, since: performance.now(), resolve: resolve as Entry['resolve'], reject })
        if (isPlanned) return
        isPlanned = true
        setImmediate(flush)
      })
    },
  }
}

/** Runs the work in a transaction; after any error nothing of it is left. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    database.exec('COMMIT')
    return value
  } catch (error) {
    // On a full disk SQLite has rolled back by itself.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Runs the work at once; what SQLite throws becomes storage_unavailable. */
export function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ServiceError ? error : toUnavailable(error)
  }
}

export function toUnavailable(cause: unknown): ServiceError {
  return new ServiceError('storage_unavailable', 'The database does not answer', { cause, retryAfterS: 5 })
}

/** SQLITE_BUSY and SQLITE_LOCKED, with their extended codes. */
export function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode ?? 0
  return (code & 0xff) === 5 || (code & 0xff) === 6
}
