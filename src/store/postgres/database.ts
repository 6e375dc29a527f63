/** Runs statements on PostgreSQL, and distinguishes a refused statement from a broken connection. */

import pg from 'pg'
import { storageUnavailable } from '../../access/storage-unavailable.ts'
import type { Row } from '../sql-database.ts'

export type PostgresDatabase = ReturnType<typeof createPostgresDatabase>

/** Statements are parsed once per connection. */
export function createPostgresDatabase(pool: pg.Pool) {
  const names = new Map<string, string>()

  async function attempt(text: string, values: readonly unknown[], isLost: (error: unknown) => boolean) {
    let client: pg.PoolClient
    try {
      client = await pool.connect()
    } catch (error) {
      throw storageUnavailable(error)
    }
    const name = names.get(text) ?? `statement_${names.size}`
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
