/** SQLite in the data folder: the embedded database for keys, ledger and claims. */

import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AccessStore } from '../../access/access.ts'
import { makeDataFolder } from '../data-folder.ts'
import { createSqliteClaims } from './sqlite-claims.ts'
import { createSqliteKeys } from './sqlite-keys.ts'
import { createSqliteLedger } from './sqlite-ledger.ts'
import { migrate } from './sqlite-schema.ts'
import { createWriter, guarded, isBusy } from './sqlite-writer.ts'

/** Longest wait inside SQLite for another process, in milliseconds: nothing else runs meanwhile. */
const busyTimeoutMs = 50

/** How long the opening may wait for other processes that open it too. */
const openWaitMs = 10_000

/** Opens, and where needed makes, `gleaner.db` in the folder. Throws storage_unavailable. */
export function openSqlite(dataDir: string): AccessStore {
  const database = guarded(() => {
    makeDataFolder(dataDir)
    const path = join(dataDir, 'gleaner.db')
    const opened = new DatabaseSync(path, { timeout: busyTimeoutMs })
    chmodSync(path, 0o600)
    try {
      patiently(() => opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON'))
      patiently(() => migrate(opened))
    } catch (error) {
      opened.close()
      throw error
    }
    return opened
  })
  const writer = createWriter(database)
  const ping = database.prepare('SELECT count(*) FROM node')
  return {
    keys: createSqliteKeys(database, writer),
    ledger: createSqliteLedger(database, writer),
    claims: createSqliteClaims(database, writer),
    async check() {
      guarded(() => ping.get())
    },
    async close() {
      if (database.isOpen) database.close()
    },
  }
}

/** Nothing runs yet that could be held up: waiting here may block. */
function patiently(work: () => void): void {
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
