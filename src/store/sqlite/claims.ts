/** Idempotency claims in SQLite. */

import type { ClaimStore } from '../../access/idempotency.ts'
import type { SqliteWriter } from './writer.ts'

export function createSqliteClaims({ write }: SqliteWriter): ClaimStore {
  return {
    open: (claim) => write('openClaim', claim, Date.now()),
    drop: (claim) => write('dropClaim', claim),
    prune: (maxBytes) => write('pruneClaims', maxBytes, Date.now()),
  }
}
