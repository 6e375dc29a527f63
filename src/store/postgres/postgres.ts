/** PostgreSQL: the database for keys, ledger and claims that several nodes share. */

import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { AccessStore } from '../../access/access.ts'
import { ServiceError } from '../../errors.ts'
import { emit } from '../../observe.ts'
import { createPostgresClaims } from './postgres-claims.ts'
import { createDatabase, toUnavailable } from './postgres-database.ts'
import { createPostgresKeys } from './postgres-keys.ts'
import { createPostgresLedger } from './postgres-ledger.ts'
import { migrate } from './postgres-schema.ts'

const connectionsAtMost = 20
const connectTimeoutMs = 3000
const queryTimeoutMs = 10_000
const startingUpMs = 30_000

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
  // The pool replaces a connection that breaks, and its query is told; without listeners the process would end.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', tellLost))
  try {
    await patiently(() => migrate(pool))
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

/** A server that has just been started says so until it takes queries: both may have been started together. */
async function patiently(work: () => Promise<void>): Promise<void> {
  const until = performance.now() + startingUpMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isStartingUp = error instanceof pg.DatabaseError && error.code === '57P03'
      if (!isStartingUp || performance.now() > until) throw error
      await wait(100)
    }
  }
}

function tellLost(error: Error): void {
  const detail = (error as NodeJS.ErrnoException).code ?? error.name
  emit('gleaner:lifecycle', { event: 'database_connection_lost', detail })
}

/** 64-bit integers as numbers: credits are bounded far below 2^53. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser
