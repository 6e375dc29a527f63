/** Downgrades the PostgreSQL database. Backups are left to PostgreSQL's own tools. */

import pg from 'pg'
import type { StoreMaintenance } from '../../access/maintenance.ts'
import { storageUnavailable } from '../../access/storage-unavailable.ts'
import { ServiceError } from '../../base/errors.ts'
import { downgradePostgres } from './schema.ts'

const connectTimeoutMs = 3000

export function createPostgresMaintenance(url: string): StoreMaintenance {
  return {
    async backup() {
      throw byItsOwn('pg_dump --format=custom --schema=gleaner --file=FILE "$GLEANER_DATABASE_URL"')
    },
    async restore() {
      throw byItsOwn('pg_restore --clean --if-exists --single-transaction --dbname="$GLEANER_DATABASE_URL" FILE')
    },
    async downgrade() {
      // Not `gleaner`: that name identifies processes of the service.
      const pool = new pg.Pool({
        ...{ connectionString: url, max: 1, connectionTimeoutMillis: connectTimeoutMs },
        application_name: 'gleaner-store',
      })
      pool.on('error', () => {})
      try {
        return { version: await downgradePostgres(pool) }
      } catch (error) {
        throw error instanceof ServiceError ? error : storageUnavailable(error)
      } finally {
        await pool.end()
      }
    },
  }
}

function byItsOwn(command: string): ServiceError {
  return new ServiceError('value_error', `PostgreSQL has its own tools for this: ${command}`)
}
