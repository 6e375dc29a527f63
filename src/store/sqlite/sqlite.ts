/** Opens SQLite, the embedded database for keys, the ledger and claims, in the data folder. A separate thread writes to it. */

import type { DatabaseSync } from 'node:sqlite'
import type { AccessStore } from '../../access/access.ts'
import { createAccessStore } from '../access-store.ts'
import type { SqlDatabase } from '../sql-database.ts'
import { openForReading, prepareOnce, translateErrors } from './database.ts'
import { openSqliteWriter } from './writer.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Opens the database in the folder, creating both if necessary. Throws storage_unavailable.
 * @example
 * const store = await openSqlite('data')
 * await store.keys.find('unknown') // null
 * await store.close()
 */
export async function openSqlite(dataDir: string): Promise<AccessStore> {
  const writer = await openSqliteWriter(dataDir)
  let reader: DatabaseSync
  try {
    reader = openForReading(dataDir)
  } catch (error) {
    await writer.close()
    throw error
  }
  const { write, writeOrUnsure } = writer
  const prepared = prepareOnce(reader)
  const balance = reader.prepare('SELECT credits FROM api_key WHERE id = ?')
  const database: SqlDatabase = {
    read: async (text, values) => translateErrors(() => prepared(text).all(...values)),
    write: (text, values) => write('run', text, values),
    writeOrUnsure: (text, values) => writeOrUnsure('run', text, values),
  }
  const store = createAccessStore(database, {
    async reserve(hold) {
      const row = translateErrors(() => balance.get(hold.keyId))
      // An unlimited key has no credits to reserve.
      if (row && row.credits === null) return { remaining: null }
      return writeOrUnsure('reserve', hold, Date.now())
    },
    end: (outcome, response) => write('end', outcome, response, Date.now()),
    addKey: (text, values) => write('addKey', text, values, Date.now()),
    grant: (keyId, credits) => write('grant', keyId, credits, Date.now()),
    sweep: (node, beat) => write('sweep', node, beat, Date.now()),
    rollUp: (days) => write('rollUp', (Math.floor(Date.now() / dayMs) - days) * dayMs),
  })
  return {
    ...store,
    async close() {
      if (!reader.isOpen) return
      reader.close()
      await writer.close()
    },
  }
}
