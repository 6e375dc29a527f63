/** Sends writes to the SQLite writer thread, so that nothing else waits for the disk. */

import { getCompileCacheDir } from 'node:module'
import { dirname, extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { storageUnavailable } from '../../access/storage-unavailable.ts'
import { ServiceError } from '../../base/errors.ts'
import type { ThreadMessage, ThreadRequest } from './thread.ts'
import type { EndedWrite, RequestedWrite, WriteName, Writes } from './writes.ts'

type Send<Otherwise> = <Name extends WriteName>(
  name: Name,
  ...args: Parameters<Writes[Name]>
) => Promise<ReturnType<Writes[Name]> | Otherwise>

interface SqliteWriter {
  /** Resolves when the write is committed and, unless a machine failure may lose it, also on disk. Throws storage_unavailable. */
  write: Send<never>
  /** Like `write`, but resolves with `unsure` if the thread crashed before it reported the outcome. */
  writeOrUnsure: Send<'unsure'>
  close(): Promise<void>
}

interface PendingWrite {
  resolve(value: unknown): void
  reject(error: ServiceError): void
}

class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
}

/** Opens the database for writing, creating it if missing. Throws storage_unavailable. */
export async function openSqliteWriter(dataDir: string): Promise<SqliteWriter> {
  const pending = new Map<number, PendingWrite>()
  let outgoing: RequestedWrite[] = []
  let lastId = 0
  let isClosed = false
  // Node reports a version-specific subfolder of the folder that it was given.
  const cache = getCompileCacheDir()
  const env = cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }
  const { promise: opened, resolve: onOpen, reject: onFailure } = Promise.withResolvers<void>()
  let thread = startThread()

  function startThread(): Worker {
    const started = new Worker(new URL(`./thread${extname(import.meta.url)}`, import.meta.url), {
      workerData: dataDir,
      env,
      execArgv: [],
      // Standard output is reserved for MCP messages over stdio.
      stdout: true,
      stderr: true,
    })
    started.on('message', (message: ThreadMessage) => {
      if (Array.isArray(message)) settle(message)
      else if (message.state === 'open') onOpen()
      else onFailure(new ServiceError('storage_unavailable', message.message, { cause: message.cause, retryAfterS: 5 }))
    })
    let failure: unknown
    started.on('error', (error) => {
      failure = error
    })
    started.on('exit', () => {
      const ended = () => storageUnavailable(new ThreadEnded('The writer thread has stopped', { cause: failure }))
      onFailure(ended())
      for (const { reject } of pending.values()) reject(ended())
      pending.clear()
      outgoing = []
    })
    return started
  }

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
    // Replaces a thread that has crashed. Writes whose outcome it hadn't reported have failed.
    if (thread.threadId === -1) thread = startThread()
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
    async writeOrUnsure(name, ...args) {
      try {
        return await write(name, ...args)
      } catch (error) {
        if (error instanceof ServiceError && error.cause instanceof ThreadEnded) return 'unsure'
        throw error
      }
    },
    close: () =>
      new Promise((resolve) => {
        isClosed = true
        // Runs after the last writes have been sent.
        setImmediate(() => {
          if (thread.threadId === -1) return resolve()
          thread.once('exit', () => resolve())
          thread.ref()
          thread.postMessage('close' satisfies ThreadRequest)
        })
      }),
  }
}
