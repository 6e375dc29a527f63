/** All writes to SQLite that a process can request from the writer thread, by name. */

import type { DatabaseSync } from 'node:sqlite'
import { prepareClaimWrites } from './claim-writes.ts'
import { prepareKeyWrites } from './key-writes.ts'
import { prepareLedgerWrites } from './ledger-writes.ts'

export type Writes = ReturnType<typeof prepareWrites>
export type WriteName = keyof Writes

/** One write, as sent to the thread. */
export interface RequestedWrite {
  id: number
  name: WriteName
  args: readonly unknown[]
}

/** The outcome of a write. A write that failed left nothing in the database. */
export type EndedWrite = { id: number; value: unknown } | { id: number; error: unknown }

export function prepareWrites(database: DatabaseSync) {
  return { ...prepareKeyWrites(database), ...prepareLedgerWrites(database), ...prepareClaimWrites(database) }
}

/** Writes that may be lost when the machine fails, because they record a reservation or heartbeat of a process that fails too. */
const lossy: ReadonlySet<WriteName> = new Set<WriteName>(['reserve', 'beat', 'leave'])

/** True if the write must be on disk before its caller continues. */
export function isDurable({ name }: RequestedWrite): boolean {
  return !lossy.has(name)
}
