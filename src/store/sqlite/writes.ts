/** All writes to SQLite that a process can request from the writer thread, by name. */

import type { DatabaseSync } from 'node:sqlite'
import type { Row, SqlValue } from '../sql-database.ts'
import { prepareOnce } from './database.ts'
import { prepareLedgerWrites, prepareRollUp } from './ledger-writes.ts'

export type Writes = ReturnType<typeof prepareWrites>
export type WriteName = keyof Writes

export interface RequestedWrite {
  id: number
  name: WriteName
  args: readonly unknown[]
}

/** The outcome of a write. A write that failed left nothing in the database. */
export type EndedWrite = { id: number; value: unknown } | { id: number; error: unknown }

export function prepareWrites(database: DatabaseSync) {
  const prepared = prepareOnce(database)
  return {
    ...prepareLedgerWrites(database),
    rollUp: prepareRollUp(database),
    run: (text: string, values: readonly SqlValue[]): Row[] => prepared(text).all(...values),
  }
}

/** Writes that may be lost when the machine fails, because they record a reservation of a process that fails too, or are repeated. */
const lossy: ReadonlySet<WriteName> = new Set<WriteName>(['reserve', 'rollUp'])

/** True if the write must be on disk before its caller continues. */
export function isDurable({ name }: RequestedWrite): boolean {
  return !lossy.has(name)
}
