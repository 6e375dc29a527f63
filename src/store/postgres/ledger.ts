/** The steps of the ledger in PostgreSQL, which are functions in the database. */

import type { LedgerStore } from '../../access/ledger.ts'
import type { PostgresDatabase } from './database.ts'

const hold = '$1::text, $2::text, $3::text, $4::bigint, $5::text, $6::text'
const ofClaim = 'key_id = $11 AND name = $12 AND token = $13'

const sql = {
  reserve: `SELECT * FROM gleaner.reserve(${hold})`,
  end: `WITH ended AS (
          SELECT * FROM gleaner.end_hold(${hold}, $7::boolean, $8::boolean, $9::bigint, $10::boolean)),
        finished AS (
          UPDATE gleaner.claim SET state = 'done', answer = $14::bytea, charged = ended.charged,
                 remaining = ended.remaining, size = coalesce(octet_length($14::bytea), 0)
          FROM ended WHERE ${ofClaim} AND state = 'running' AND ended.charged > 0),
        dropped AS (
          DELETE FROM gleaner.claim USING ended WHERE ${ofClaim} AND state = 'running' AND ended.charged = 0)
        SELECT * FROM ended`,
  grant: `WITH granted AS (
            UPDATE gleaner.api_key SET credits = credits + $2 WHERE id = $1 AND credits IS NOT NULL RETURNING id, credits
          ), moved AS (
            INSERT INTO gleaner.movement (key_id, kind, delta, charged) SELECT id, 'grant', $2, 0 FROM granted)
          SELECT credits FROM granted`,
  rollUp: 'SELECT gleaner.roll_up($1, 5000) AS moved',
  sweep: 'SELECT gleaner.sweep($1, $2) AS swept',
}

export function createPostgresLedger({ write, writeOrUnsure }: PostgresDatabase) {
  return {
    async reserve({ id, node, keyId, credits, operation, requestId }) {
      const rows = await writeOrUnsure(sql.reserve, [id, node, keyId, credits, operation, requestId])
      if (rows === 'unsure') return 'unsure'
      const [row] = rows
      return row?.is_reserved ? { remaining: row.remaining as number | null } : null
    },
    async end(outcome, response) {
      const { id, node, keyId, credits, operation, requestId, isHeld, isUnsure = false, charged, claim } = outcome
      const [row] = await write(sql.end, [
        ...[id, node, keyId, credits, operation, requestId, isHeld, isUnsure, charged, outcome.isFailed ?? false],
        ...[claim?.keyId, claim?.name, claim?.token, response],
      ])
      return { charged: Number(row?.charged), remaining: (row?.remaining ?? null) as number | null }
    },
    async grant(keyId, credits) {
      const [row] = await write(sql.grant, [keyId, credits])
      return row ? Number(row.credits) : null
    },
    async rollUp(days) {
      return Number((await write(sql.rollUp, [days]))[0]?.moved)
    },
    async sweep(node, beat) {
      return Number((await write(sql.sweep, [node, beat]))[0]?.swept)
    },
  } satisfies Partial<LedgerStore>
}
