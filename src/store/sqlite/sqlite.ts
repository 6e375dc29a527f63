/** Opens SQLite in the data folder, the embedded database for keys, ledger and claims. */

import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AccessStore } from '../../access/access.ts'
import { makeDataFolder } from '../data-folder.ts'
import { createSqliteClaims } from './claims.ts'
import { createSqliteKeys } from './keys.ts'
import { createSqliteLedger } from './ledger.ts'
import { migrateSqlite } from './schema.ts'
import { createSqliteWriter, isBusy, translateErrors } from './writer.ts'

/** Longest wait inside SQLite for another process, in milliseconds: it blocks this process. */
const busyTimeoutMs = 50

/** How long opening may wait for other processes that open the database too. */
const openWaitMs = 10_000

/** Name of the database in the data folder. */
export const databaseFile = 'gleaner.db'

/** Opens the database in the folder, made if it is missing. Throws storage_unavailable. */
export function openSqlite(dataDir: string): AccessStore {
  const database = translateErrors(() => {
    makeDataFolder(dataDir)
    const path = join(dataDir, databaseFile)
    const opened = new DatabaseSync(path, { timeout: busyTimeoutMs })
    chmodSync(path, 0o600)
    try {
      retryWhileBusy(() =>
        opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON'),
      )
      retryWhileBusy(() => migrateSqlite(opened))
    } catch (error) {
      opened.close()
      throw error
    }
    return opened
  })
  const writer = createSqliteWriter(database)
  const ping = database.prepare('SELECT count(*) FROM node')
  return {
    keys: createSqliteKeys(database, writer),
    ledger: createSqliteLedger(database, writer),
    claims: createSqliteClaims(database, writer),
    async check() {
      translateErrors(() => ping.get())
    },
    async close() {
      if (database.isOpen) database.close()
    },
  }
}

/** Waits without returning to the event loop: nothing else runs yet while the database is opened. */
function retryWhileBusy(work: () => void): void {
  const until = performance.now() + openWaitMs
  for (;;) {
    try {
      work()
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}
