/** Opens SQLite, the embedded database for keys, the ledger and claims, in the data folder. A separate thread writes to it. */

import type { DatabaseSync } from 'node:sqlite'
import type { AccessStore } from '../../access/access.ts'
import { openForReading } from './database.ts'
import { createSqliteKeys } from './keys.ts'
import { createSqliteLedger } from './ledger.ts'
import { translateErrors } from './transaction.ts'
import { openSqliteWriter, type SqliteWriter } from './writer.ts'

/**
 * Opens the database in the folder, creating both if necessary. Throws storage_unavailable.
 * @example
 * const store = await openSqlite('data')
 * await store.keys.find('unknown') // null
 * await store.close()
 */
export async function openSqlite(dataDir: string): Promise<AccessStore> {
  const writer = await openSqliteWriter(dataDir)
  const reader = await openReader(dataDir, writer)
  const ping = reader.prepare('SELECT count(*) FROM node')
  return {
    keys: createSqliteKeys(reader, writer),
    ledger: createSqliteLedger(reader, writer),
    claims: {
      async open(claim) {
        const state = await writer.writeOrUnsure('openClaim', claim, Date.now())
        return state === 'unsure' ? { state } : state
      },
      drop: (claim) => writer.write('dropClaim', claim),
      prune: (maxBytes) => writer.write('pruneClaims', maxBytes, Date.now()),
    },
    async check() {
      translateErrors(() => ping.get())
    },
    async close() {
      if (!reader.isOpen) return
      reader.close()
      await writer.close()
    },
  }
}

/** Closes the writer if the database can't be read. */
async function openReader(dataDir: string, writer: SqliteWriter): Promise<DatabaseSync> {
  try {
    return openForReading(dataDir)
  } catch (error) {
    await writer.close()
    throw error
  }
}
