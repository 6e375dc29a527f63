/** The ledger in PostgreSQL. Its steps are functions in the database. */

import type { LedgerStore } from '../../access/ledger.ts'
import { toUsageRow } from '../rows.ts'
import type { PostgresDatabase } from './database.ts'

const hold = '$1::text, $2::text, $3::text, $4::bigint, $5::text, $6::text'
const ended = `SELECT * FROM gleaner.end_hold(${hold}, $7::boolean, $8::boolean, $9::bigint, $10::boolean)`
const ofClaim = 'key_id = $11 AND name = $12 AND token = $13'

const sql = {
  reserve: { name: 'reserve', text: `SELECT * FROM gleaner.reserve(${hold})` },
  end: { name: 'end', text: ended },
  endWithClaim: {
    name: 'end_with_claim',
    text: `WITH ended AS (${ended}),
           finished AS (
             UPDATE gleaner.claim SET state = 'done', answer = $14::bytea, charged = ended.charged,
                    remaining = ended.remaining, size = coalesce(octet_length($14::bytea), 0)
             FROM ended WHERE ${ofClaim} AND state = 'running' AND ended.charged > 0),
           dropped AS (
             DELETE FROM gleaner.claim USING ended WHERE ${ofClaim} AND state = 'running' AND ended.charged = 0)
           SELECT * FROM ended`,
  },
  grant: {
    name: 'grant',
    text: `WITH granted AS (
             UPDATE gleaner.api_key SET credits = credits + $2 WHERE id = $1 AND credits IS NOT NULL RETURNING id, credits
           ), moved AS (
             INSERT INTO gleaner.movement (key_id, kind, delta, charged) SELECT id, 'grant', $2, 0 FROM granted)
           SELECT credits FROM granted`,
  },
  usage: {
    name: 'usage',
    text: `SELECT * FROM gleaner.usage WHERE day >= $1 AND day <= $2 AND ($3::text IS NULL OR key_id = $3)
           ORDER BY key_id, day, operation`,
  },
  beat: {
    name: 'beat',
    text: 'INSERT INTO gleaner.node AS n VALUES ($1, 1) ON CONFLICT (id) DO UPDATE SET beat = n.beat + 1',
  },
  leave: { name: 'leave', text: 'DELETE FROM gleaner.node WHERE id = $1' },
  beats: {
    name: 'beats',
    text: `SELECT id, beat FROM gleaner.node
           UNION SELECT node, -1 FROM gleaner.hold h
             WHERE state = 'held' AND NOT EXISTS (SELECT FROM gleaner.node n WHERE n.id = h.node)
           UNION SELECT node, -1 FROM gleaner.claim c
             WHERE state = 'running' AND NOT EXISTS (SELECT FROM gleaner.node n WHERE n.id = c.node)`,
  },
  rollUp: { name: 'roll_up', text: 'SELECT gleaner.roll_up($1, 5000) AS moved' },
  sweep: { name: 'sweep', text: 'SELECT gleaner.sweep($1, $2) AS swept' },
}

export function createPostgresLedger(database: PostgresDatabase): LedgerStore {
  return {
    async reserve({ id, node, keyId, credits, operation, requestId }) {
      const rows = await database.runOrUnsure(sql.reserve, [id, node, keyId, credits, operation, requestId])
      if (rows === 'unsure') return 'unsure'
      const [row] = rows
      return row?.is_reserved ? { remaining: row.remaining as number | null } : null
    },
    async end(outcome, response) {
      const { id, node, keyId, credits, operation, requestId, isHeld, isUnsure = false, charged, claim } = outcome
      const { isFailed = false } = outcome
      const values = [id, node, keyId, credits, operation, requestId, isHeld, isUnsure, charged, isFailed]
      const named = claim && [claim.keyId, claim.name, claim.token, response && Buffer.from(response)]
      const [row] = named
        ? await database.run(sql.endWithClaim, [...values, ...named])
        : await database.run(sql.end, values)
      return { charged: Number(row?.charged), remaining: (row?.remaining ?? null) as number | null }
    },
    async grant(keyId, credits) {
      const [row] = await database.run(sql.grant, [keyId, credits])
      return row ? Number(row.credits) : null
    },
    async usage({ keyId, from, to }) {
      const rows = await database.run(sql.usage, [from, to, keyId])
      return rows.map(toUsageRow)
    },
    async beat(node) {
      await database.run(sql.beat, [node])
    },
    async leave(node) {
      await database.run(sql.leave, [node])
    },
    async beats() {
      return new Map((await database.run(sql.beats)).map(({ id, beat }) => [String(id), Number(beat)]))
    },
    async rollUp(days) {
      return Number((await database.run(sql.rollUp, [days]))[0]?.moved)
    },
    async sweep(node, beat) {
      return Number((await database.run(sql.sweep, [node, beat]))[0]?.swept)
    },
  }
}
