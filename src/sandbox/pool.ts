/** A pool of worker threads in which untrusted documents are read, one at a time in each, under a time and a heap limit. */

import { getCompileCacheDir } from 'node:module'
import { dirname, extname } from 'node:path'
import { type Transferable, Worker } from 'node:worker_threads'
import { orAborted, withinLimit } from '../deadline.ts'
import { ServiceError } from '../errors.ts'
import { createSemaphore } from '../semaphore.ts'
import type { Share } from '../share.ts'
import type { TaskArguments, TaskName, TaskOutcome, TaskValue } from './entry.ts'
import { unpackError } from './task-error.ts'
import type { ThreadData } from './thread.ts'

export interface SandboxOptions {
  /** Threads that one key may occupy; one more is there for the others. They start when they are first needed. */
  threads: number
  /** Longest time for one document, in milliseconds; it is then too complex to read. */
  readingLimitMs?: number
  /** JavaScript heap of a thread in MiB. */
  heapMb?: number
}

export interface SandboxRunOptions {
  signal: AbortSignal
  share: Share
  transfer?: ArrayBuffer[]
}

export interface Sandbox {
  /**
   * Runs a task of `entry.ts` in a thread of its own. `transfer` moves the buffers instead of copying them, and gives their bytes
   * back to `share` once the task has ended.
   * Throws what the task throws, `signal.reason`, invalid_response when the document is too complex to read, or overloaded.
   */
  run<Name extends TaskName>(
    task: Name,
    args: TaskArguments<Name>,
    options: SandboxRunOptions,
  ): Promise<TaskValue<Name>>
  /** Starts a thread ahead of the first document. */
  warm(): void
  /** Ends all threads. Tasks that run or wait fail with overloaded, and so does every later one. */
  close(): Promise<void>
}

/** Tasks that wait; the bytes of their documents are counted by the shares of the requests. */
const maxWaiting = 1000

export function createSandbox({ threads, readingLimitMs = 20_000, heapMb = 1024 }: SandboxOptions): Sandbox {
  const program = new URL(`./thread${extname(import.meta.url)}`, import.meta.url)
  // Node names the folder of its own version inside the one that it was given.
  const cache = getCompileCacheDir()
  const workerData: ThreadData = { compileCache: cache === undefined ? null : dirname(cache) }
  const permits = createSemaphore(threads, { reserve: 1, queue: { maxWaiting, refusal: overloaded } })
  const idle: Worker[] = []
  /** The first message of each thread, which it posts when it is ready. */
  const starts = new WeakMap<Worker, Promise<unknown>>()
  const all = new Set<Worker>()
  let isClosed = false

  function spawn(): Worker {
    const worker = new Worker(program, {
      workerData,
      env: {},
      execArgv: [],
      // What a library prints must not reach our standard output, which carries the protocol of MCP over stdio.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    worker.unref()
    // Without a listener, an idle thread that fails would end the process. `converse` listens for its own task.
    worker.on('error', () => {})
    worker.once('exit', () => {
      all.delete(worker)
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
    })
    all.add(worker)
    const start = nextMessage(worker)
    // Whoever runs a task in the thread awaits its start; until then a failure is nobody's.
    start.catch(() => {})
    starts.set(worker, start)
    return worker
  }

  /** Posts a task to the thread and resolves with its outcome. Throws when the thread ends first, or can't be sent it. */
  async function converse(worker: Worker, message: object, transfer: Transferable[]): Promise<TaskOutcome> {
    const outcome = nextMessage(worker)
    try {
      worker.postMessage(message, transfer)
    } catch (error) {
      outcome.catch(() => {})
      throw error
    }
    return (await outcome) as TaskOutcome
  }

  /** Resolves with the thread's next message. Throws when the thread ends first. */
  function nextMessage(worker: Worker): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const onExit = () => reject(isClosed ? overloaded() : new Error('A worker thread ended by itself'))
    const onError = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex('it took too much memory') : error)
    worker.on('message', resolve).on('error', onError).on('exit', onExit)
    return promise.finally(() => worker.off('message', resolve).off('error', onError).off('exit', onExit))
  }

  async function runTask<Name extends TaskName>(
    task: Name,
    args: TaskArguments<Name>,
    { signal, share, transfer = [] }: SandboxRunOptions,
  ): Promise<TaskValue<Name>> {
    const release = await permits.acquire(signal, share.keyId)
    if (signal.aborted || isClosed) {
      release()
      throw isClosed ? overloaded() : signal.reason
    }
    const worker = idle.pop() ?? spawn()
    worker.ref()
    let outcome: TaskOutcome
    try {
      // The start of a thread takes long on a busy machine, and is not the page's doing.
      await orAborted(signal, starts.get(worker) ?? Promise.resolve())
      const tooSlow = () => tooComplex('it took too long')
      outcome = await withinLimit(signal, readingLimitMs, tooSlow, () => converse(worker, { task, args }, transfer))
    } catch (error) {
      // A thread in a loop receives no message: it can only be ended. Another may start once it is gone.
      void worker.terminate().finally(release)
      throw error
    }
    worker.unref()
    idle.push(worker)
    release()
    if ('error' in outcome) throw unpackError(outcome.error)
    return outcome.value as TaskValue<Name>
  }

  return {
    run(task, args, options) {
      const bytes = options.transfer?.reduce((sum, buffer) => sum + buffer.byteLength, 0) ?? 0
      return runTask(task, args, options).finally(() => options.share.give(bytes))
    },
    warm() {
      if (all.size === 0 && !isClosed) idle.push(spawn())
    },
    async close() {
      isClosed = true
      permits.close(overloaded())
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

function overloaded(): ServiceError {
  return new ServiceError('overloaded', 'Too many pages are waiting to be read', { retryAfterS: 1 })
}

function tooComplex(why: string): ServiceError {
  return new ServiceError('invalid_response', `The page is too complex to read: ${why}`)
}
