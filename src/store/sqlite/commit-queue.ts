/** Commits writes in groups. Writes that arrive while a transaction waits for the disk share the next transaction. */

import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, isBusy } from './database.ts'
import { type EndedWrite, isDurable, type RequestedWrite } from './writes.ts'

interface CommitQueueParts {
  database: DatabaseSync
  run(write: RequestedWrite): unknown
  /** Called with the writes that were committed or have failed. */
  report(ended: EndedWrite[]): void
  /** Maximum milliseconds that a write waits for a process that has locked the database. */
  waitMs?: number
}

interface WaitingWrite extends RequestedWrite {
  since: number
}

export function createCommitQueue({ database, run, report, waitMs = 5000 }: CommitQueueParts) {
  let queue: WaitingWrite[] = []
  let isPlanned = false
  let synchronous = 'FULL'
  let onDrained: (() => void)[] = []

  function flush(): void {
    isPlanned = false
    const batch = queue
    queue = []
    commit(batch)
    if (queue.length > 0) return
    for (const resolve of onDrained) resolve()
    onDrained = []
  }

  function commit(batch: WaitingWrite[]): void {
    const needed = batch.some(isDurable) ? 'FULL' : 'NORMAL'
    let values: unknown[]
    try {
      if (needed !== synchronous) database.exec(`PRAGMA synchronous = ${needed}`)
      synchronous = needed
      values = inTransaction(database, () => batch.map(run))
    } catch (error) {
      if (isBusy(error)) retryLater(batch, error)
      // One write failed, which rolled back the whole group.
      else if (batch.length > 1) for (const write of batch) commit([write])
      else report(batch.map(({ id }) => ({ id, error })))
      return
    }
    report(batch.map(({ id }, i) => ({ id, value: values[i] })))
  }

  /** Waits outside SQLite, because no other write can arrive while SQLite blocks. */
  function retryLater(batch: readonly WaitingWrite[], error: unknown): void {
    const tooLate = performance.now() - waitMs
    const expired = batch.filter(({ since }) => since <= tooLate)
    if (expired.length > 0) report(expired.map(({ id }) => ({ id, error })))
    queue.push(...batch.filter(({ since }) => since > tooLate))
    if (queue.length > 0) plan(() => setTimeout(flush, 5 + Math.random() * 20))
  }

  function plan(begin: () => void): void {
    if (isPlanned) return
    isPlanned = true
    begin()
  }

  return {
    /** Commits the writes in this order, together with any others that have arrived by then. */
    add(writes: readonly RequestedWrite[]): void {
      const since = performance.now()
      queue.push(...writes.map((write) => ({ ...write, since })))
      plan(() => setImmediate(flush))
    },
    drained: () => new Promise<void>((resolve) => (isPlanned ? void onDrained.push(resolve) : resolve())),
  }
}
