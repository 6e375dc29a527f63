/** PostgreSQL: the database for keys, ledger and claims that several nodes share. */

import pg from 'pg'
import type { AccessStore } from '../access/access.ts'
import { ServiceError } from '../errors.ts'
import { emit } from '../observe.ts'
import { createPostgresClaims } from './postgres-claims.ts'
import { createDatabase, toUnavailable } from './postgres-database.ts'
import { createPostgresKeys } from './postgres-keys.ts'
import { createPostgresLedger } from './postgres-ledger.ts'
import { migrate } from './postgres-schema.ts'

const connectionsAtMost = 20
const connectTimeoutMs = 3000
const queryTimeoutMs = 10_000

/** Connects, and brings the tables up to date. Throws storage_unavailable. */
export async function openPostgres(url: string): Promise<AccessStore> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsAtMost,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    statement_timeout: queryTimeoutMs,
    keepAlive: true,
    application_name: 'gleaner',
    types: { getTypeParser },
  })
  // The pool replaces a connection that breaks while it is idle; without a listener that would end the process.
  pool.on('error', (error) => {
    const detail = (error as NodeJS.ErrnoException).code ?? error.name
    emit('gleaner:lifecycle', { event: 'database_connection_lost', detail })
  })
  try {
    await migrate(pool)
  } catch (error) {
    await pool.end()
    throw error instanceof ServiceError ? error : toUnavailable(error)
  }
  const database = createDatabase(pool)
  return {
    keys: createPostgresKeys(database),
    ledger: createPostgresLedger(database),
    claims: createPostgresClaims(database),
    async check() {
      await database.run({ name: 'check', text: 'SELECT 1' })
    },
    async close() {
      await pool.end()
    },
  }
}

/** 64-bit integers as numbers: credits are bounded far below 2^53. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser
