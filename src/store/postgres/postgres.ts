/** Opens PostgreSQL, which several processes can share for keys, the ledger and claims. */

import { hash } from 'node:crypto'
import pg from 'pg'
import type { AccessStore } from '../../access/access.ts'
import { storageUnavailable } from '../../access/storage-unavailable.ts'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import { createAccessStore, type LedgerSteps } from '../access-store.ts'
import type { Row } from '../sql-database.ts'
import { migratePostgres } from './schema.ts'

const maxConnections = 20
const connectTimeoutMs = 3000
const queryTimeoutMs = 10_000

/** Connects and migrates the tables. Throws storage_unavailable. */
export async function openPostgres(url: string): Promise<AccessStore> {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    statement_timeout: queryTimeoutMs,
    keepAlive: true,
    application_name: 'gleaner',
    types: { getTypeParser },
  })
  // The pool replaces a broken connection, whose query fails. Without this listener, the process would crash.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', reportLost))
  try {
    await migratePostgres(pool)
  } catch (error) {
    await pool.end()
    throw error instanceof ServiceError ? error : storageUnavailable(error)
  }
  const database = createPostgresDatabase(pool)
  return {
    ...createAccessStore(database, createPostgresLedger(database)),
    async close() {
      await pool.end()
    },
  }
}

function reportLost(error: Error): void {
  const detail = (error as NodeJS.ErrnoException).code ?? error.name
  emit('gleaner:lifecycle', { event: 'database_connection_lost', detail })
}

/** Parses 64-bit integers as numbers, because credits stay far below 2^53. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser

/** Distinguishes a refused statement from a broken connection. Statements are parsed once per connection. */
function createPostgresDatabase(pool: pg.Pool) {
  /** The names of prepared statements. They are the same in all processes, because a connection pooler may share connections between them. */
  const names = new Map<string, string>()

  async function attempt(text: string, values: readonly unknown[], isLost: (error: unknown) => boolean) {
    const client = await pool.connect().catch((error: unknown) => {
      throw storageUnavailable(error)
    })
    const name = names.get(text) ?? hash('sha256', text).slice(0, 40)
    names.set(text, name)
    try {
      const { rows } = await client.query<Row>({ name, text, values: [...values] })
      client.release()
      return rows
    } catch (error) {
      client.release(!isRefusal(error))
      if (isLost(error)) return 'unsure'
      throw storageUnavailable(error)
    }
  }

  const write = async (text: string, values: readonly unknown[]) => (await attempt(text, values, () => false)) as Row[]
  return {
    read: write,
    write,
    writeOrUnsure: (text: string, values: readonly unknown[]) => attempt(text, values, (error) => !isRefusal(error)),
  }
}

/** True if the server rejected and rolled back the statement. False if it is shutting down (class 57P) or the connection failed (08). */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '08')
}

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
  addKey: (text: string) => `WITH added AS (${text} RETURNING id, credits), granted AS (
            INSERT INTO gleaner.movement (key_id, kind, delta, charged)
              SELECT id, 'grant', credits, 0 FROM added WHERE credits IS NOT NULL)
          SELECT id FROM added`,
  rollUp: 'SELECT gleaner.roll_up($1, 5000) AS moved',
  sweep: 'SELECT gleaner.sweep($1, $2) AS swept',
}

/** The steps of the ledger are functions in the database. */
function createPostgresLedger({ write, writeOrUnsure }: ReturnType<typeof createPostgresDatabase>) {
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
    addKey: (text, values) => write(sql.addKey(text), values),
    async grant(keyId, credits) {
      const [row] = await write(sql.grant, [keyId, credits])
      return row ? Number(row.credits) : null
    },
    rollUp: async (days) => Number((await write(sql.rollUp, [days]))[0]?.moved),
    sweep: async (node, beat) => Number((await write(sql.sweep, [node, beat]))[0]?.swept),
  } satisfies Partial<LedgerSteps>
}
