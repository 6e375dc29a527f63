/** Keys, the ledger, claims and OAuth in a database. Most statements are the same in SQLite and PostgreSQL, which differ in the ledger's steps. */

import type { AccessStore } from '../access/access.ts'
import type { LedgerStore } from '../access/ledger.ts'
import { createClaimStore } from './claims.ts'
import { createKeyStore } from './keys.ts'
import { createOAuthStore } from './oauth.ts'
import type { SqlDatabase } from './sql-database.ts'

const sql = {
  usage: `SELECT * FROM gleaner.usage WHERE day >= $1 AND day <= $2 AND (CAST($3 AS text) IS NULL OR key_id = $3)
          ORDER BY key_id, day, operation`,
  beat: 'INSERT INTO gleaner.node AS n VALUES ($1, 1) ON CONFLICT (id) DO UPDATE SET beat = n.beat + 1',
  leave: 'DELETE FROM gleaner.node WHERE id = $1',
  beats: `SELECT id, beat FROM gleaner.node
          UNION SELECT node, -1 FROM gleaner.hold AS h
            WHERE state = 'held' AND NOT EXISTS (SELECT 1 FROM gleaner.node AS n WHERE n.id = h.node)
          UNION SELECT node, -1 FROM gleaner.claim AS c
            WHERE state = 'running' AND NOT EXISTS (SELECT 1 FROM gleaner.node AS n WHERE n.id = c.node)`,
  check: 'SELECT count(*) FROM gleaner.node',
}

/** Transactions of several statements. `addKey` also records the key's credits. */
export type LedgerSteps = Pick<LedgerStore, 'reserve' | 'end' | 'grant' | 'sweep' | 'rollUp'> & {
  addKey: SqlDatabase['write']
}

export function createAccessStore(
  database: SqlDatabase,
  { addKey, ...steps }: LedgerSteps,
): Omit<AccessStore, 'close'> {
  const { read, write } = database
  return {
    keys: createKeyStore(database, addKey),
    ledger: {
      ...steps,
      async usage({ keyId, from, to }) {
        const rows = await read(sql.usage, [from, to, keyId])
        return rows.map((row) => ({
          keyId: String(row.key_id),
          day: String(row.day),
          operation: String(row.operation),
          requests: Number(row.requests),
          failed: Number(row.failed),
          credits: Number(row.credits),
        }))
      },
      beat: async (node) => void (await write(sql.beat, [node])),
      leave: async (node) => void (await write(sql.leave, [node])),
      beats: async () => new Map((await read(sql.beats, [])).map(({ id, beat }) => [String(id), Number(beat)])),
    },
    claims: createClaimStore(database),
    oauth: createOAuthStore(database),
    check: async () => void (await read(sql.check, [])),
  }
}
