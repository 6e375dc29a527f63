/** The ledger in SQLite. The calling thread reads, and the writer thread writes. */

import type { DatabaseSync } from 'node:sqlite'
import type { LedgerStore } from '../../access/ledger.ts'
import { toUsageRow } from '../rows.ts'
import { translateErrors } from './transaction.ts'
import type { SqliteWriter } from './writer.ts'

export function createSqliteLedger(reader: DatabaseSync, { write, writeOrUnsure }: SqliteWriter): LedgerStore {
  const balance = reader.prepare('SELECT credits FROM api_key WHERE id = ?')
  const usage = reader.prepare(
    `SELECT * FROM usage WHERE day >= ? AND day <= ? AND (? IS NULL OR key_id = ?) ORDER BY key_id, day, operation`,
  )
  const beats = reader.prepare(
    `SELECT id, beat FROM node
     UNION SELECT node, -1 FROM hold WHERE state = 'held' AND node NOT IN (SELECT id FROM node)
     UNION SELECT node, -1 FROM claim WHERE state = 'running' AND node NOT IN (SELECT id FROM node)`,
  )

  return {
    async reserve(hold) {
      const row = translateErrors(() => balance.get(hold.keyId))
      // An unlimited key has no credits to reserve.
      if (row && row.credits === null) return { remaining: null }
      return writeOrUnsure('reserve', hold, Date.now())
    },
    end: (outcome, response) => write('end', outcome, response, Date.now()),
    grant: (keyId, credits) => write('grant', keyId, credits, Date.now()),
    async usage({ keyId, from, to }) {
      return translateErrors(() => usage.all(from, to, keyId, keyId)).map(toUsageRow)
    },
    beat: (node) => write('beat', node),
    leave: (node) => write('leave', node),
    async beats() {
      return new Map(translateErrors(() => beats.all()).map(({ id, beat }) => [String(id), Number(beat)]))
    },
    sweep: (node, beat) => write('sweep', node, beat, Date.now()),
  }
}
