/** Idempotency claims in SQLite. */

import type { ClaimStore } from '../../access/idempotency.ts'
import type { SqliteWriter } from './writer.ts'

export function createSqliteClaims({ write, writeOrUnsure }: SqliteWriter): ClaimStore {
  return {
    async open(claim) {
      const state = await writeOrUnsure('openClaim', claim, Date.now())
      return state === 'unsure' ? { state } : state
    },
    drop: (claim) => write('dropClaim', claim),
    prune: (maxBytes) => write('pruneClaims', maxBytes, Date.now()),
  }
}
