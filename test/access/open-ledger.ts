/** Access components on SQLite in a temporary folder, with a database that can be made unavailable. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createKey, type KeyTerms } from '../../src/access/keys.ts'
import { createOutcomeQueue } from '../../src/access/outcome-queue.ts'
import { storageUnavailable } from '../../src/access/storage-unavailable.ts'
import { createOutcomeJournal } from '../../src/store/outcome-journal.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'

export async function openLedger({ node = 'node', retryMs = 1_000_000 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-ledger-'))
  const sqlite = await openSqlite(folder)
  onTestFinished(async () => {
    await sqlite.close()
    rmSync(folder, { recursive: true })
  })
  let isAway = false
  const ifThere = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) => {
    return async (...args: Args) => {
      if (isAway) throw storageUnavailable()
      return work(...args)
    }
  }
  const store = { ...sqlite.ledger, end: ifThere(sqlite.ledger.end) }
  const journal = createOutcomeJournal(folder)
  return {
    folder,
    store,
    claims: { ...sqlite.claims, open: ifThere(sqlite.claims.open), drop: ifThere(sqlite.claims.drop) },
    journal,
    outcomes: createOutcomeQueue({ store, journal, node, retryMs }),
    /** While true, reservations can't be settled and claims can't be opened or dropped. */
    setAway: (value: boolean) => {
      isAway = value
    },
    async addKey(terms: Partial<KeyTerms> = {}) {
      const { record } = createKey('test', 'a secret for these tests', terms)
      await sqlite.keys.add(record)
      return record.id
    },
    async balance(id: string) {
      const record = await sqlite.keys.find(id)
      return { credits: record?.credits, used: record?.used }
    },
  }
}
