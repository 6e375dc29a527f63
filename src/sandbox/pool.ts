/** Worker threads around every reading of an untrusted document: one at a time in each, with a deadline and a heap limit. */

import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ServiceError } from '../errors.ts'
import type { Answer, TaskArguments, TaskName, TaskValue } from './entry.ts'

export interface SandboxOptions {
  /** Threads at most; they start when they are first needed. */
  threads: number
  /** Longest time for one document, in milliseconds; it is then too complex to read. */
  readingLimitMs?: number
  /** JavaScript heap of a thread in MiB. */
  heapMb?: number
}

export interface Sandbox {
  /**
   * Runs a task of `entry.ts` in a thread of its own. `transfer` moves the buffers instead of copying them.
   * Throws what the task throws, `signal.reason`, invalid_response when the document is too complex to read, or overloaded.
   */
  run<Name extends TaskName>(
    task: Name,
    args: TaskArguments<Name>,
    options: { signal: AbortSignal; transfer?: ArrayBuffer[] },
  ): Promise<TaskValue<Name>>
  /** Starts a thread ahead of the first document. */
  warm(): void
  close(): Promise<void>
}

interface Job {
  start(worker: Worker): void
  /** Ends the job, and its thread if it has one: a thread in a loop hears nothing, ending it is the only way. */
  giveUp(reason: unknown): void
  bytes: number
}

/** Documents that wait are held in memory: past this the caller is told to come back. */
const maxQueuedBytes = 256 * 1024 * 1024

export function createSandbox({ threads, readingLimitMs = 20_000, heapMb = 1024 }: SandboxOptions): Sandbox {
  const entry = new URL(`./entry${extname(import.meta.url)}`, import.meta.url)
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const queue: Job[] = []
  const running = new Set<Job>()
  let closed = false

  function spawn(): Worker {
    const worker = new Worker(entry, {
      env: {},
      execArgv: [],
      // A library's chatter must not reach our stdout: on the stdio door it is the protocol.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    worker.unref()
    // Always heard: an idle thread that fails must not end the process. A job listens for itself.
    worker.on('error', () => {})
    worker.once('exit', () => {
      all.delete(worker)
      drop(idle, worker)
      next()
    })
    all.add(worker)
    return worker
  }

  function next(): void {
    while (!closed && queue.length > 0) {
      const worker = idle.pop() ?? (all.size < threads ? spawn() : undefined)
      if (!worker) return
      queue.shift()?.start(worker)
    }
  }

  function run<Name extends TaskName>(
    task: Name,
    args: TaskArguments<Name>,
    { signal, transfer = [] }: { signal: AbortSignal; transfer?: ArrayBuffer[] },
  ): Promise<TaskValue<Name>> {
    return new Promise((resolve, reject) => {
      const bytes = transfer.reduce((sum, buffer) => sum + buffer.byteLength, 0)
      if (signal.aborted) return reject(signal.reason)
      if (closed || queue.reduce((sum, waiting) => sum + waiting.bytes, bytes) > maxQueuedBytes) {
        return reject(overloaded())
      }
      let worker: Worker | undefined
      let timer: NodeJS.Timeout | undefined

      const release = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        worker?.off('message', onMessage).off('error', onError).off('exit', onExit)
        running.delete(job)
      }
      const onAbort = () => job.giveUp(signal.reason)
      const onExit = () => job.giveUp(new Error('A reading thread ended by itself'))
      const onError = (error: NodeJS.ErrnoException) =>
        job.giveUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex('it took too much memory') : error)
      const onMessage = (answer: Answer) => {
        release()
        worker?.unref()
        if (worker) idle.push(worker)
        if ('value' in answer) resolve(answer.value as TaskValue<Name>)
        else if ('refused' in answer) reject(revive(answer.refused))
        else reject(Object.assign(new Error(answer.failed.message), { stack: answer.failed.stack }))
        next()
      }

      const job: Job = {
        bytes,
        start(given) {
          worker = given
          running.add(job)
          timer = setTimeout(() => job.giveUp(tooComplex('it took too long')), readingLimitMs)
          worker.on('message', onMessage).on('error', onError).on('exit', onExit)
          worker.ref()
          try {
            worker.postMessage({ task, args }, transfer)
          } catch (error) {
            job.giveUp(error)
          }
        },
        giveUp(reason) {
          release()
          drop(queue, job)
          void worker?.terminate()
          reject(reason)
        },
      }
      signal.addEventListener('abort', onAbort, { once: true })
      queue.push(job)
      next()
    })
  }

  return {
    run,
    warm() {
      if (all.size === 0 && !closed) idle.push(spawn())
    },
    async close() {
      closed = true
      for (const job of [...queue, ...running]) job.giveUp(overloaded())
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

function drop<Item>(list: Item[], item: Item): void {
  const at = list.indexOf(item)
  if (at >= 0) list.splice(at, 1)
}

function overloaded(): ServiceError {
  return new ServiceError('overloaded', 'Too many pages are waiting to be read', { retryAfterS: 1 })
}

function tooComplex(why: string): ServiceError {
  return new ServiceError('invalid_response', `The page is too complex to read: ${why}`)
}

function revive({ type, message, param }: Extract<Answer, { refused: unknown }>['refused']): ServiceError {
  return new ServiceError(type, message, param === undefined ? {} : { param })
}
