/** One worker thread in which untrusted documents are read, one at a time. */

import { getCompileCacheDir } from 'node:module'
import { dirname, extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { orAborted, withinLimit } from '../deadline.ts'
import type { TaskOutcome } from './entry.ts'
import { tooComplex } from './refusals.ts'
import type { ThreadData } from './thread.ts'

export interface ReaderOptions {
  /** JavaScript heap in MiB: that of objects that last. */
  heapMb: number
  /** Where processors are scarce, other threads come first. */
  isBackground: boolean
}

/** A task of `entry.ts` with all that its thread is sent. */
export interface ReaderTask {
  message: { task: string; args: readonly unknown[] }
  /** Buffers that are moved into the thread. */
  transfer: readonly ArrayBuffer[]
}

export interface ReaderRunOptions {
  signal: AbortSignal
  limitMs: number
  /** Called when the thread is there and the task is sent. */
  onBegin?: (() => void) | undefined
}

export interface Reader {
  /**
   * Resolves with the outcome of a task. Throws `signal.reason`, invalid_response once the task has taken `limitMs`, OutOfMemory, and
   * what else ended the thread. The thread is of no further use then, and must be ended.
   */
  run(task: ReaderTask, options: ReaderRunOptions): Promise<TaskOutcome>
  /** Resolves when the thread has ended. */
  end(): Promise<unknown>
  /** Whether it ends or has ended: a task that it has done meanwhile counts, and it is given no other. */
  isEnding(): boolean
}

/** Heap in MiB of the youngest objects of a thread: V8 would let it grow to 192, and real pages are read at the same speed. */
const youngHeapMb = 48

/** The task took more memory than its thread may have. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory'
}

const program = new URL(`./thread${extname(import.meta.url)}`, import.meta.url)

/** Starts a thread. It does not keep the process from ending, but while it runs a task. `onEnd` is called when it has ended. */
export function startReader({ heapMb, isBackground }: ReaderOptions, onEnd: (reader: Reader) => void): Reader {
  // Node names the folder of its own version inside the one that it was given.
  const cache = getCompileCacheDir()
  const workerData: ThreadData = { compileCache: cache === undefined ? null : dirname(cache), isBackground }
  const worker = new Worker(program, {
    workerData,
    env: {},
    execArgv: [],
    // What a library prints must not reach our standard output, which carries the protocol of MCP over stdio.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
  })
  worker.unref()
  // Without a listener, an idle thread that fails would end the process. `nextMessage` listens for its own task.
  worker.on('error', () => {})

  /** Resolves with the thread's next message. Rejects when the thread ends first. */
  function nextMessage(): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const onExit = () => reject(new Error('A worker thread ended by itself'))
    const onError = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new OutOfMemory(error.message) : error)
    worker.on('message', resolve).on('error', onError).on('exit', onExit)
    return promise.finally(() => worker.off('message', resolve).off('error', onError).off('exit', onExit))
  }

  /** Posts the task and resolves with its outcome. */
  async function converse({ message, transfer }: ReaderTask): Promise<TaskOutcome> {
    const outcome = nextMessage()
    try {
      worker.postMessage(message, transfer)
    } catch (error) {
      outcome.catch(() => {})
      throw error
    }
    return (await outcome) as TaskOutcome
  }

  // The thread posts its first message when it is ready. Whoever runs a task awaits it; until then a failure is nobody's.
  const ready = nextMessage()
  ready.catch(() => {})

  let isEnding = false
  const reader: Reader = {
    async run(task, { signal, limitMs, onBegin }) {
      worker.ref()
      try {
        // The start of a thread takes long on a busy machine, and is not the page's doing.
        await orAborted(signal, ready)
        onBegin?.()
        return await withinLimit(
          signal,
          limitMs,
          () => tooComplex('it took too long'),
          () => converse(task),
        )
      } finally {
        worker.unref()
      }
    },
    end() {
      isEnding = true
      return worker.terminate()
    },
    isEnding: () => isEnding,
  }
  worker.once('exit', () => {
    isEnding = true
    onEnd(reader)
  })
  return reader
}
