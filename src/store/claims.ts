/** Idempotency claims in SQLite and PostgreSQL. */

import type { ClaimState, ClaimStore } from '../access/idempotency.ts'
import type { Row, SqlDatabase } from './sql-database.ts'

/** Completed reservations are kept for this long, for outcomes that are written late or twice. */
const holdMaxAgeMs = 30 * 24 * 60 * 60 * 1000

const sql = {
  enter: `INSERT INTO gleaner.claim AS c (key_id, name, token, node, fingerprint, state, expires_at)
          VALUES ($1, $2, $3, $4, $5, 'running', now() + $6 * interval '1 millisecond')
          ON CONFLICT (key_id, name) DO UPDATE SET token = excluded.token, node = excluded.node,
            fingerprint = excluded.fingerprint, state = 'running', answer = NULL, charged = 0, remaining = NULL,
            size = 0, expires_at = excluded.expires_at
          WHERE c.expires_at <= now() RETURNING token`,
  look: 'SELECT * FROM gleaner.claim WHERE key_id = $1 AND name = $2',
  lookEarlier: 'SELECT * FROM gleaner.claim WHERE key_id = $1 AND name = $2 AND expires_at > now()',
  drop: `DELETE FROM gleaner.claim WHERE key_id = $1 AND name = $2 AND token = $3 AND state = 'running'`,
  expire: 'DELETE FROM gleaner.claim WHERE expires_at <= now()',
  total: 'SELECT sum(size) AS bytes FROM gleaner.claim',
  // Drops the responses of the keys that use the most space first, so a key that fills the store loses only its own.
  forget: `UPDATE gleaner.claim AS c SET answer = NULL, size = 0
           FROM (SELECT key_id, name, sum(size) OVER (ORDER BY own, expires_at DESC, key_id, name) AS total
                 FROM (SELECT key_id, name, size, expires_at,
                              sum(size) OVER (PARTITION BY key_id ORDER BY expires_at DESC, name) AS own
                       FROM gleaner.claim WHERE size > 0) AS counted) AS kept
           WHERE c.key_id = kept.key_id AND c.name = kept.name AND kept.total > $1`,
  // IDs start with the time, so the first thousands are the oldest.
  forgetHolds: `DELETE FROM gleaner.hold WHERE at <= now() - ${holdMaxAgeMs} * interval '1 millisecond' AND id IN (
                  SELECT id FROM gleaner.hold WHERE state <> 'held' ORDER BY id LIMIT 5000)`,
}

export function createClaimStore({ read, write, writeOrUnsure }: SqlDatabase): ClaimStore {
  return {
    async open({ keyId, name, token, node, fingerprint, earlier, maxAgeMs }) {
      for (const marks of earlier) {
        const [row] = await read(sql.lookEarlier, [keyId, marks.name])
        if (row) return toClaimState(row, marks.fingerprint)
      }
      // A claim may be dropped between the two statements, which frees its name again. This won't happen five times in a row.
      for (let attempt = 0; attempt < 5; attempt++) {
        const entered = await writeOrUnsure(sql.enter, [keyId, name, token, node, fingerprint, maxAgeMs])
        if (entered === 'unsure') return { state: 'unsure' }
        if (entered.length > 0) return { state: 'new' }
        const [row] = await read(sql.look, [keyId, name])
        if (row) return toClaimState(row, fingerprint)
      }
      return { state: 'running' }
    },
    drop: async ({ keyId, name, token }) => void (await write(sql.drop, [keyId, name, token])),
    async prune(maxBytes) {
      await write(sql.expire, [])
      const [total] = await write(sql.total, [])
      if (Number(total?.bytes) > maxBytes) await write(sql.forget, [maxBytes])
      await write(sql.forgetHolds, [])
    },
  }
}

function toClaimState(row: Row, fingerprint: string): ClaimState {
  if (row.fingerprint !== fingerprint) return { state: 'mismatch' }
  if (row.state === 'running') return { state: 'running' }
  return {
    state: 'done',
    response: row.answer as Uint8Array | null,
    charged: Number(row.charged),
    remaining: row.remaining as number | null,
  }
}
