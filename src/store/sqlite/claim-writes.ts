/** Writes idempotency claims in the SQLite writer thread. */

import type { DatabaseSync } from 'node:sqlite'
import type { ClaimState, OpenedClaim } from '../../access/idempotency.ts'
import type { Claim } from '../../access/ledger.ts'
import { toClaimState } from '../rows.ts'

/** Completed reservations are kept for this long, for outcomes that are written late or twice. */
const holdMaxAgeMs = 30 * 24 * 60 * 60 * 1000

export function prepareClaimWrites(database: DatabaseSync) {
  const enter = database.prepare(
    `INSERT INTO claim (key_id, name, token, node, fingerprint, state, expires_at) VALUES (?, ?, ?, ?, ?, 'running', ?)
     ON CONFLICT (key_id, name) DO UPDATE SET token = excluded.token, node = excluded.node,
       fingerprint = excluded.fingerprint, state = 'running', answer = NULL, charged = 0, remaining = NULL, size = 0,
       expires_at = excluded.expires_at
     WHERE claim.expires_at <= ?`,
  )
  const look = database.prepare('SELECT * FROM claim WHERE key_id = ? AND name = ?')
  const drop = database.prepare(`DELETE FROM claim WHERE key_id = ? AND name = ? AND token = ? AND state = 'running'`)
  const expire = database.prepare('DELETE FROM claim WHERE expires_at <= ?')
  const total = database.prepare('SELECT sum(size) AS bytes FROM claim')
  // Drops the responses of the keys that use the most space first, so a key that fills the store loses only its own.
  const forget = database.prepare(
    `UPDATE claim SET answer = NULL, size = 0 WHERE rowid IN (
       SELECT rowid FROM (
         SELECT rowid, sum(size) OVER (ORDER BY own, expires_at DESC, rowid DESC) AS total FROM (
           SELECT rowid, size, expires_at, sum(size) OVER (PARTITION BY key_id ORDER BY expires_at DESC, rowid DESC) AS own
           FROM claim WHERE size > 0))
       WHERE total > ?)`,
  )
  // IDs start with the time, so the first thousand are the oldest, and no extra index is needed.
  const forgetHolds = database.prepare(
    `DELETE FROM hold WHERE at <= ? AND id IN (SELECT id FROM hold WHERE state <> 'held' ORDER BY id LIMIT 1000)`,
  )

  return {
    openClaim({ keyId, name, token, node, fingerprint, earlier, maxAgeMs }: OpenedClaim, now: number): ClaimState {
      for (const marks of earlier) {
        const row = look.get(keyId, marks.name)
        if (row && Number(row.expires_at) > now) return toClaimState(row, marks.fingerprint)
      }
      if (enter.run(keyId, name, token, node, fingerprint, now + maxAgeMs, now).changes > 0) return { state: 'new' }
      const row = look.get(keyId, name)
      if (!row) throw new Error('a claim can be neither inserted nor found')
      return toClaimState(row, fingerprint)
    },
    dropClaim: ({ keyId, name, token }: Claim): void => void drop.run(keyId, name, token),
    pruneClaims(maxBytes: number, now: number): void {
      expire.run(now)
      if (Number(total.get()?.bytes) > maxBytes) forget.run(maxBytes)
      forgetHolds.run(now - holdMaxAgeMs)
    },
  }
}
