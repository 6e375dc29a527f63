/** Opens PostgreSQL, which several processes can share for keys, the ledger and claims. */

import pg from 'pg'
import type { AccessStore } from '../../access/access.ts'
import { storageUnavailable } from '../../access/storage-unavailable.ts'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import { createAccessStore } from '../access-store.ts'
import { createPostgresDatabase } from './database.ts'
import { createPostgresLedger } from './ledger.ts'
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
