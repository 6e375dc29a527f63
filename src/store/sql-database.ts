/** The port to SQLite and PostgreSQL for the statements that they share, and the choice of the migrations that a database needs. */

import { ServiceError } from '../base/errors.ts'

export type Row = Record<string, unknown>
export type SqlValue = string | number | Uint8Array | null

/** Runs statements in PostgreSQL's dialect on tables in the schema `gleaner`, and resolves with their rows. Throws storage_unavailable. */
export interface SqlDatabase {
  /** Runs a statement that changes nothing. */
  read(text: string, values: readonly SqlValue[]): Promise<Row[]>
  write(text: string, values: readonly SqlValue[]): Promise<Row[]>
  /** Like `write`, but resolves with `unsure` if the connection broke before the database answered. */
  writeOrUnsure(text: string, values: readonly SqlValue[]): Promise<Row[] | 'unsure'>
}

/**
 * Returns the migrations after `version`, which is 0 for an empty database. The first of them creates the tables of `firstVersion`. Throws
 * storage_unavailable if this program doesn't know the version.
 */
export function migrationsAfter(
  version: number,
  { migrations, firstVersion }: { migrations: readonly string[]; firstVersion: number },
): readonly string[] {
  if (version >= firstVersion + migrations.length) {
    throw new ServiceError('storage_unavailable', 'The database was created by a newer version of Gleaner')
  }
  if (version > 0 && version < firstVersion) {
    throw new ServiceError('storage_unavailable', 'The database was created by a version of Gleaner that is too old')
  }
  return migrations.slice(version && version - firstVersion + 1)
}
