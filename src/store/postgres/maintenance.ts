/** Facts about the PostgreSQL database, and the commands that back it up, which are PostgreSQL's own. */

import pg from 'pg'
import type { StoreFacts, StoreMaintenance } from '../../access/maintenance.ts'
import { ServiceError } from '../../base/errors.ts'
import { latestTables } from './schema.ts'

const limitMs = 3000

/** Changes nothing. Throws driver errors. */
export async function postgresFacts(url: string): Promise<StoreFacts> {
  const client = new pg.Client({
    ...{ connectionString: url, connectionTimeoutMillis: limitMs, query_timeout: limitMs },
    // The name `gleaner` is reserved for processes of the service.
    application_name: 'gleaner-doctor',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const one = async (sql: string) => (await client.query(sql)).rows[0]
    const { program, has } = await one(`SELECT current_setting('server_version') AS program,
      to_regclass('gleaner.schema_version') IS NOT NULL AS has`)
    const base = { program: `PostgreSQL ${program}`, latestTables }
    if (!has) return { ...base, tables: 0, activeKeys: 0, endedKeys: 0 }
    const { tables, keys, active } = await one(`SELECT (SELECT version FROM gleaner.schema_version) AS tables,
      count(*) AS keys, count(*) FILTER (
        WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at::timestamptz > now())) AS active
      FROM gleaner.api_key`)
    return { ...base, tables: Number(tables), activeKeys: Number(active), endedKeys: Number(keys) - Number(active) }
  } finally {
    await client.end().catch(() => {})
  }
}

export const postgresMaintenance: StoreMaintenance = {
  async backup() {
    throw byItsOwn('pg_dump --format=custom --schema=gleaner --file=FILE "$GLEANER_DATABASE_URL"')
  },
  async restore() {
    throw byItsOwn('pg_restore --clean --if-exists --single-transaction --dbname="$GLEANER_DATABASE_URL" FILE')
  },
}

function byItsOwn(command: string): ServiceError {
  return new ServiceError('value_error', `PostgreSQL has its own tools for this: ${command}`)
}
