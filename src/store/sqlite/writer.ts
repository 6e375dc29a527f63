/** Sends writes to the thread that writes to SQLite, so that nothing else waits for the disk. */

import { getCompileCacheDir } from 'node:module'
import { dirname, extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { storageUnavailable } from '../../access/storage-unavailable.ts'
import { ServiceError } from '../../base/errors.ts'
import type { ThreadMessage, ThreadRequest, WriterData } from './thread.ts'
import type { EndedWrite, RequestedWrite, WriteName, Writes } from './writes.ts'

export interface SqliteWriter {
  /**
   * Resolves when the write is committed. It is flushed to disk unless it may be lost when the machine fails. Throws storage_unavailable.
   * If the thread has stopped unexpectedly, every write fails, and the process must be restarted.
   */
  write<Name extends WriteName>(name: Name, ...args: Parameters<Writes[Name]>): Promise<ReturnType<Writes[Name]>>
  /** True until the thread has stopped. */
  isRunning(): boolean
  /** Resolves when all writes have been committed or have failed and the database is closed. */
  close(): Promise<void>
}

interface PendingWrite {
  resolve(value: unknown): void
  reject(error: ServiceError): void
}

/** Opens the database for writing, creating it if missing. Throws storage_unavailable. */
export async function openSqliteWriter(dataDir: string): Promise<SqliteWriter> {
  const pending = new Map<number, PendingWrite>()
  let outgoing: RequestedWrite[] = []
  let lastId = 0
  let isClosed = false
  // Node was given a folder but reports its version's subfolder.
  const cache = getCompileCacheDir()
  const env = cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }
  const thread = new Worker(new URL(`./thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: { dataDir } satisfies WriterData,
    env,
    execArgv: [],
    // Standard output is reserved for the protocol of MCP over stdio.
    stdout: true,
    stderr: true,
  })
  const { promise: opened, resolve: onOpen, reject: onFailure } = Promise.withResolvers<void>()
  thread.on('message', (message: ThreadMessage) => {
    if (Array.isArray(message)) settle(message)
    else if (message.state === 'open') onOpen()
    else onFailure(new ServiceError('storage_unavailable', message.message, { cause: message.cause, retryAfterS: 5 }))
  })
  let failure: unknown
  thread.on('error', (error) => {
    failure = error
  })
  thread.on('exit', () => {
    isClosed = true
    const ended = () => storageUnavailable(new Error('The writer thread has stopped', { cause: failure }))
    onFailure(ended())
    for (const { reject } of pending.values()) reject(ended())
    pending.clear()
    outgoing = []
  })

  function settle(ended: readonly EndedWrite[]): void {
    for (const one of ended) {
      const { resolve, reject } = pending.get(one.id) ?? {}
      pending.delete(one.id)
      if ('error' in one) reject?.(storageUnavailable(one.error))
      else resolve?.(one.value)
    }
    if (pending.size === 0) thread.unref()
  }

  function send(): void {
    const writes = outgoing
    outgoing = []
    if (writes.length === 0) return
    thread.ref()
    thread.postMessage(writes satisfies ThreadRequest)
  }

  const write: SqliteWriter['write'] = (name, ...args) =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(storageUnavailable(new Error('The database is closed')))
      const id = ++lastId
      pending.set(id, { resolve: resolve as PendingWrite['resolve'], reject })
      outgoing.push({ id, name, args })
      // Sends all writes from one turn of the event loop in one message.
      if (outgoing.length === 1) setImmediate(send)
    })

  await opened
  thread.unref()
  return {
    write,
    isRunning: () => thread.threadId !== -1,
    close: () =>
      new Promise((resolve) => {
        isClosed = true
        if (thread.threadId === -1) return resolve()
        thread.once('exit', () => resolve())
        thread.ref()
        setImmediate(() => thread.postMessage('close' satisfies ThreadRequest))
      }),
  }
}
