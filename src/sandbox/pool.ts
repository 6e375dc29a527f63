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
  message: { task: TaskName; args: unknown[] }
  transfer: ArrayBuffer[]
  start(worker: Worker): void
}

const maxQueued = 1000

export function createSandbox({ threads, readingLimitMs = 20_000, heapMb = 1024 }: SandboxOptions): Sandbox {
  const entry = new URL(`./entry${extname(import.meta.url)}`, import.meta.url)
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const queue: Job[] = []
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
    worker.once('exit', () => {
      all.delete(worker)
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
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
      if (signal.aborted) return reject(signal.reason)
      if (closed || queue.length >= maxQueued) {
        return reject(new ServiceError('overloaded', 'Too many pages are waiting to be read', { retryAfterS: 1 }))
      }
      let worker: Worker | undefined
      let timer: NodeJS.Timeout | undefined

      const settle = (finish: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        worker?.removeAllListeners('message').removeAllListeners('error').removeListener('exit', onExit)
        worker?.on('error', () => {})
        finish()
      }
      // A thread in a loop hears nothing: ending it is the only way.
      const giveUp = (reason: unknown) =>
        settle(() => {
          const at = queue.indexOf(job)
          if (at >= 0) queue.splice(at, 1)
          void worker?.terminate()
          reject(reason)
        })
      const onAbort = () => giveUp(signal.reason)
      const onExit = () => giveUp(new Error('A reading thread ended by itself'))

      const job: Job = {
        message: { task, args },
        transfer,
        start(given) {
          worker = given
          worker.ref()
          timer = setTimeout(() => giveUp(tooComplex('it took too long')), readingLimitMs)
          worker.removeAllListeners('error')
          worker.once('error', (error: NodeJS.ErrnoException) =>
            giveUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex('it took too much memory') : error),
          )
          worker.once('exit', onExit)
          worker.once('message', (answer: Answer) =>
            settle(() => {
              given.unref()
              idle.push(given)
              if ('value' in answer) resolve(answer.value as TaskValue<Name>)
              else if ('refused' in answer) reject(revive(answer.refused))
              else reject(Object.assign(new Error(answer.failed.message), { stack: answer.failed.stack }))
              next()
            }),
          )
          worker.postMessage(job.message, job.transfer)
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
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

function tooComplex(why: string): ServiceError {
  return new ServiceError('invalid_response', `The page is too complex to read: ${why}`)
}

function revive({ type, message, param }: Extract<Answer, { refused: unknown }>['refused']): ServiceError {
  return new ServiceError(type, message, param === undefined ? {} : { param })
}
