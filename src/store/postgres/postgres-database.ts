/** One statement sent to PostgreSQL, and what its failure means. */

import pg from 'pg'
import { ServiceError } from '../../errors.ts'
import type { Row } from '../rows.ts'

/** A prepared statement: parsed once for each connection. */
export interface Statement {
  name: string
  text: string
}

export interface Database {
  /** Throws storage_unavailable. */
  run(statement: Statement, values?: readonly unknown[]): Promise<Row[]>
  /** `unsure` when the connection broke after the statement went out and before its answer came. */
  runOrUnsure(statement: Statement, values: readonly unknown[]): Promise<Row[] | 'unsure'>
}

export function createDatabase(pool: pg.Pool): Database {
  async function attempt({ name, text }: Statement, values: readonly unknown[], isLost: (error: unknown) => boolean) {
    let client: pg.PoolClient
    try {
      client = await pool.connect()
    } catch (error) {
      throw toUnavailable(error)
    }
    try {
      const { rows } = await client.query({ name, text, values: [...values] })
      client.release()
      return rows as Row[]
    } catch (error) {
      client.release(!isRefusal(error))
      if (isLost(error)) return 'unsure'
      throw toUnavailable(error)
    }
  }

  return {
    run: async (statement, values = []) => (await attempt(statement, values, () => false)) as Row[],
    runOrUnsure: (statement, values) => attempt(statement, values, (error) => !isRefusal(error)),
  }
}

/** The server has said no, and nothing of the statement is left. A server that shuts down says no more than that. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '08')
}

export function toUnavailable(cause: unknown): ServiceError {
  return new ServiceError('storage_unavailable', 'The database does not answer', { cause, retryAfterS: 5 })
}
