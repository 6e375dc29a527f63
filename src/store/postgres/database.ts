/** Runs statements on PostgreSQL, and distinguishes a refused statement from a broken connection. */

import pg from 'pg'
import { storageUnavailable } from '../../access/storage-unavailable.ts'
import type { Row } from '../rows.ts'

/** A prepared statement, which is parsed once per connection. */
interface PostgresStatement {
  name: string
  text: string
}

export interface PostgresDatabase {
  /** Throws storage_unavailable. */
  run(statement: PostgresStatement, values?: readonly unknown[]): Promise<Row[]>
  /** Returns `unsure` if the connection breaks between sending the statement and receiving its result. Throws storage_unavailable. */
  runOrUnsure(statement: PostgresStatement, values: readonly unknown[]): Promise<Row[] | 'unsure'>
}

export function createPostgresDatabase(pool: pg.Pool): PostgresDatabase {
  async function attempt(
    { name, text }: PostgresStatement,
    values: readonly unknown[],
    isLost: (error: unknown) => boolean,
  ) {
    let client: pg.PoolClient
    try {
      client = await pool.connect()
    } catch (error) {
      throw storageUnavailable(error)
    }
    try {
      const { rows } = await client.query({ name, text, values: [...values] })
      client.release()
      return rows as Row[]
    } catch (error) {
      client.release(!isRefusal(error))
      if (isLost(error)) return 'unsure'
      throw storageUnavailable(error)
    }
  }

  return {
    run: async (statement, values = []) => (await attempt(statement, values, () => false)) as Row[],
    runOrUnsure: (statement, values) => attempt(statement, values, (error) => !isRefusal(error)),
  }
}

/** True if the server rejected and rolled back the statement. False if it is shutting down (class 57P) or the connection failed (08). */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '08')
}
