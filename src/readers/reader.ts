/** A reader: a worker thread or a child process that runs tasks on untrusted documents, one at a time. */

import { orAborted, withinLimit } from '../base/deadline.ts'
import { ServiceError } from '../base/errors.ts'
import type { TaskMessage, TaskOutcome } from './tasks.ts'

export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory'
}

/** The reader's thread or process is gone, for example because V8 could not allocate memory. */
export class ReaderDied extends Error {
  override readonly name = 'ReaderDied'
}

export interface ReaderChannel {
  /** Sends a copy. Throws when a value can't be cloned. */
  send(message: TaskMessage): void
  /** Keeps our process alive until `unref` is called. */
  ref(): void
  unref(): void
  kill(): Promise<unknown>
  memoryBytes(): number | null
}

export interface ChannelListener {
  onMessage(message: unknown): void
  /** Called once. */
  onEnd(reason: Error): void
}

/** Opens a channel. Its first message reports that the tasks are loaded. */
export type OpenChannel = (listener: ChannelListener) => ReaderChannel

interface RunOptions {
  signal: AbortSignal
  limitMs: number
  /** Called when the reader is ready and the task is sent. */
  onBegin(): void
}

export type Reader = ReturnType<typeof startReader>

/** Starts a reader, which keeps our process alive only while it runs a task. Calls `onEnd` when the reader is gone. */
export function startReader(open: OpenChannel, onEnd: () => void) {
  let isEnding = false
  /** The reason, if we stop the reader. */
  let endReason: Error | null = null
  let pending = Promise.withResolvers<unknown>()
  // Between tasks, no one is waiting for this promise.
  pending.promise.catch(() => {})

  const channel = open({
    onMessage: (message) => pending.resolve(message),
    onEnd(reason) {
      isEnding = true
      pending.reject(endReason ?? reason)
      onEnd()
    },
  })
  channel.unref()
  const ready = pending.promise

  return {
    /**
     * Resolves with the outcome of a task. Throws `signal.reason`, invalid_response if the task takes longer than `limitMs`, OutOfMemory, and
     * ReaderDied. After an error, the reader can't be used again and must be stopped.
     */
    async run(message: TaskMessage, { signal, limitMs, onBegin }: RunOptions): Promise<TaskOutcome> {
      channel.ref()
      try {
        // Starting can take a long time on a busy machine, and that time must not count against the page.
        await orAborted(signal, ready)
        onBegin()
        const tooLate = () => tooComplex('it took too long')
        return await withinLimit(signal, limitMs, tooLate, async () => {
          pending = Promise.withResolvers()
          pending.promise.catch(() => {})
          channel.send(message)
          return (await pending.promise) as TaskOutcome
        })
      } finally {
        channel.unref()
      }
    },
    /** Stops the reader, and resolves when it is gone. The current task throws `reason`, if given. */
    end(reason?: Error): Promise<unknown> {
      isEnding = true
      endReason ??= reason ?? null
      return channel.kill()
    },
    /** True if it is being stopped or has died. A task that finishes at that moment still counts. */
    isEnding: () => isEnding,
    /** Returns the private resident bytes of its process, or null for a thread or if there is no /proc. */
    memoryBytes: channel.memoryBytes,
  }
}

export function overloaded(): ServiceError {
  return new ServiceError('overloaded', 'Too many pages are waiting to be read', { retryAfterS: 1 })
}

export function tooComplex(why: string): ServiceError {
  return new ServiceError('invalid_response', `The page is too complex to read: ${why}`)
}
