/** All writes to SQLite by name: what a process can ask of the thread that writes. */

import type { DatabaseSync } from 'node:sqlite'
import { prepareClaimWrites } from './claim-writes.ts'
import { prepareKeyWrites } from './key-writes.ts'
import { prepareLedgerWrites } from './ledger-writes.ts'

export type Writes = ReturnType<typeof prepareWrites>
export type WriteName = keyof Writes

/** One write, as it is sent to the thread. */
export interface RequestedWrite {
  id: number
  name: WriteName
  args: readonly unknown[]
}

/** What became of a write. An error has left nothing of it in the database. */
export type EndedWrite = { id: number; value: unknown } | { id: number; error: unknown }

export function prepareWrites(database: DatabaseSync) {
  return { ...prepareKeyWrites(database), ...prepareLedgerWrites(database), ...prepareClaimWrites(database) }
}

/** Writes that may be lost when the machine fails: the process, whose reservation and heartbeat they are, fails with it. */
const lossy: ReadonlySet<WriteName> = new Set<WriteName>(['reserve', 'beat', 'leave'])

/** Whether the write has to be on the disk before its caller goes on. */
export function isDurable({ name }: RequestedWrite): boolean {
  return !lossy.has(name)
}
