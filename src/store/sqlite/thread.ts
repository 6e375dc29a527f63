/** The SQLite writer thread. It has the only connection that can write, and posts the outcome of each write. */

import type { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ServiceError } from '../../base/errors.ts'
import { createCommitQueue } from './commit-queue.ts'
import { openForWriting } from './database.ts'
import { type EndedWrite, prepareWrites, type RequestedWrite } from './writes.ts'

export type ThreadRequest = RequestedWrite[] | 'close'

/** Messages from the thread: first the outcome of opening the database, then each group of writes. */
export type ThreadMessage = { state: 'open' } | { state: 'failed'; message: string; cause: unknown } | EndedWrite[]

const post = (message: ThreadMessage) => parentPort?.postMessage(message)

function serve(database: DatabaseSync): void {
  const writes = prepareWrites(database)
  const run = ({ name, args }: RequestedWrite) => (writes[name] as (...args: readonly unknown[]) => unknown)(...args)
  const { add, drained } = createCommitQueue({ database, run, report: post })
  parentPort?.on('message', async (request: ThreadRequest) => {
    if (request !== 'close') return add(request)
    await drained()
    database.close()
    parentPort?.close()
  })
  post({ state: 'open' })
}

try {
  serve(openForWriting(workerData as string))
} catch (error) {
  const { message, cause } = error as ServiceError
  post({ state: 'failed', message, cause })
}
