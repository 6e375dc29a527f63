/**
 * Readers for untrusted documents. Each runs one task at a time, with limits on time and memory. Worker threads read small HTML pages.
 * Child processes read documents and large pages, because one big allocation in a thread kills the whole process.
 */

import type { Release } from '../base/semaphore.ts'
import { noStages, type Stages } from '../base/stages.ts'
import { readingLimitMs as defaultReadingLimitMs } from '../contract/service-limits.ts'
import { isConvertible } from '../page/document-types.ts'
import type { Page } from '../page/page.ts'
import { createLane, type Lane } from './lane.ts'
import { createReaderMemory, MemoryTaken, type ReaderMemory } from './memory.ts'
import { openChild, openThread } from './open-reader.ts'
import { OutOfMemory, overloaded, type Reader, ReaderDied, tooComplex } from './reader.ts'
import { unpackError } from './task-error.ts'
import type {
  Sandbox,
  SandboxFigures,
  SandboxRunOptions,
  TaskArguments,
  TaskMessage,
  TaskName,
  TaskOutcome,
  TaskValue,
} from './tasks.ts'

export interface SandboxOptions {
  /** Maximum concurrent tasks for one key in each lane. Other keys share one extra slot. Readers start when first needed. */
  readers: number
  /** Maximum time for one document, in milliseconds. A document that takes longer is too complex to read. */
  readingLimitMs?: number
  /** Bytes that all child processes together may use beyond their idle size. One process may use three quarters of them. */
  memoryBytes?: number
}

interface PoolTask extends Pick<SandboxRunOptions, 'signal' | 'share'> {
  message: TaskMessage
  stages: Stages
  limitMs: number
  /** Replaces `limitMs`. */
  deadlineAt: number | undefined
}

interface ReadingTurn {
  lane: Lane
  reader: Reader
  limitMs: number
  onBegin(): void
  release: Release
  /** Time when the task started to wait, on the `performance.now()` clock. */
  queuedAt: number
}

const mebibyte = 1024 * 1024
/** Pages of up to this many bytes are small. Real ones take about 40 ms to read. */
const maxSmallBytes = 256 * 1024
/** Milliseconds that an idle child process is kept for the next document. */
const maxIdleMs = 5000

/**
 * Creates the threads and child processes in which untrusted documents are read. `close` stops them.
 * @example
 * const sandbox = createSandbox({ readers: 2 })
 * await sandbox.run('findSchemaProblem', [{ type: 'object' }], { signal, share: noShare }) // null
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  return new ReaderPool(options)
}

class ReaderPool implements Sandbox {
  readonly #readingLimitMs: number
  readonly #memory: ReaderMemory
  readonly #small: Lane
  readonly #large: Lane
  #isClosed = false

  constructor({ readers, readingLimitMs = defaultReadingLimitMs, memoryBytes = 1024 * mebibyte }: SandboxOptions) {
    const childHeapMb = Math.floor((memoryBytes * 3) / 4 / mebibyte)
    this.#readingLimitMs = readingLimitMs
    this.#memory = createReaderMemory(memoryBytes)
    this.#small = createLane({ open: openThread, permits: readers, maxIdleMs: null })
    this.#large = createLane({
      open: (listener) => openChild(childHeapMb, listener),
      ...{ permits: readers, maxIdleMs },
    })
  }

  async run<Name extends TaskName>(
    name: Name,
    args: TaskArguments<Name>,
    { signal, share, stages = noStages, deadlineAt, releaseBytes = 0 }: SandboxRunOptions,
  ): Promise<TaskValue<Name>> {
    const isLarge = args.some(isDocument) || args.some(hasEmbedded) || bytesOf(args) > maxSmallBytes
    const task: PoolTask = {
      ...{ message: { task: name, args }, stages, signal, share, limitMs: this.#readingLimitMs },
      deadlineAt: args.some(isDocument) ? deadlineAt : undefined,
    }
    try {
      if (this.#isClosed) throw overloaded()
      const outcome = await (isLarge ? this.#readLarge(task) : this.#readSmall(task))
      if ('error' in outcome) throw unpackError(outcome.error)
      return outcome.value as TaskValue<Name>
    } catch (error) {
      if (error instanceof OutOfMemory) throw tooComplex('it took too much memory')
      throw error instanceof ReaderDied ? tooComplex('its reader crashed') : error
    } finally {
      share.give(releaseBytes)
    }
  }

  prepare(): void {
    if (!this.#isClosed) this.#small.prepare()
  }

  warm(): void {
    if (this.#isClosed) return
    this.#small.warm()
    this.#large.warm()
  }

  figures(): SandboxFigures {
    return { small: this.#small.figures(), large: this.#large.figures() }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([this.#small.close(), this.#large.close()])
  }

  async #readSmall(task: PoolTask): Promise<TaskOutcome> {
    const { signal, share, limitMs } = task
    const queuedAt = performance.now()
    const release = await this.#small.turns.acquire(signal, share.keyId)
    this.#checkOpen(signal, release)
    const reader = this.#small.take()
    let begunAt = performance.now()
    const onBegin = () => {
      begunAt = performance.now()
    }
    try {
      return await this.#readWith(task, { lane: this.#small, reader, limitMs, onBegin, release, queuedAt })
    } catch (error) {
      if (!(error instanceof OutOfMemory)) throw error
      // The time already used counts, so a page gets its time limit only once, not once per lane.
      return this.#readLarge({ ...task, limitMs: limitMs - (performance.now() - begunAt) })
    }
  }

  #readLarge(task: PoolTask): Promise<TaskOutcome> {
    return this.#readReserved(task, bytesOf(task.message.args)).catch((error) => {
      if (!(error instanceof MemoryTaken)) throw error
      return this.#readReserved(task, Infinity)
    })
  }

  /** Reads in a child process with memory for a document of this size. Throws MemoryTaken if it needs more, and others have it. */
  async #readReserved(task: PoolTask, bytes: number): Promise<TaskOutcome> {
    const { signal, share } = task
    const queuedAt = performance.now()
    const giveTurn = await this.#large.turns.acquire(signal, share.keyId)
    const reserved = await this.#memory.reserve(bytes, signal, share.keyId).catch((error) => {
      giveTurn()
      throw error
    })
    const release = () => {
      reserved.release()
      giveTurn()
    }
    this.#checkOpen(signal, release)
    const reader = this.#large.take()
    const onBegin = () => reserved.watch(reader)
    const limitMs = task.deadlineAt === undefined ? task.limitMs : task.deadlineAt - performance.now()
    return this.#readWith(task, { lane: this.#large, reader, limitMs, onBegin, release, queuedAt })
  }

  /** If the task no longer needs a reader, gives its turn back and throws. */
  #checkOpen(signal: AbortSignal, release: Release): void {
    if (!signal.aborted && !this.#isClosed) return
    release()
    throw this.#isClosed ? overloaded() : signal.reason
  }

  /** Runs the task, and stops the reader if the task fails. Calls `release` when the reader is free or gone. */
  async #readWith(task: PoolTask, turn: ReadingTurn): Promise<TaskOutcome> {
    const { lane, reader, limitMs, release } = turn
    const begin = () => {
      task.stages.add('queue', turn.queuedAt)
      turn.onBegin()
    }
    try {
      const outcome = await reader.run({ ...task.message, limitMs }, { signal: task.signal, limitMs, onBegin: begin })
      addReading(task.stages, outcome)
      lane.putBack(reader)
      release()
      return outcome
    } catch (error) {
      // A reader in an endless loop receives no messages, so it must be killed. Another may start once it is gone.
      void reader
        .end()
        .finally(release)
        .then(() => lane.refill())
      throw this.#isClosed ? overloaded() : error
    }
  }
}

/** A reader has a different clock, so this assumes that its stages end when its message arrives. */
function addReading(stages: Stages, { parseMs, formatMs }: TaskOutcome): void {
  const endedAt = performance.now()
  const parsedAt = endedAt - formatMs
  if (parseMs > 0) stages.add('parse', parsedAt - parseMs, parsedAt)
  stages.add('format', parsedAt, endedAt)
}

function isDocument(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('mediaType' in value)) return false
  const { mediaType, embedded } = value as Page
  return isConvertible(mediaType) || (embedded ?? []).some(({ page }) => isDocument(page))
}

/** Inserted pages allow longer outputs than a thread's heap holds several times. */
function hasEmbedded(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'embedded' in value && Boolean((value as Page).embedded?.length)
}

/** Number of levels of the arguments that are counted. The text of nested frames in a rendered page is at this depth. */
const maxCountedLevels = 9

/** Bytes of binary data plus UTF-16 units of text in the values and their fields. */
function bytesOf(values: readonly unknown[], levels = maxCountedLevels): number {
  return values.reduce((sum: number, value) => {
    if (typeof value === 'string') return sum + value.length
    if (ArrayBuffer.isView(value)) return sum + value.byteLength
    const hasFields = levels > 1 && typeof value === 'object' && value !== null
    return hasFields ? sum + bytesOf(Object.values(value), levels - 1) : sum
  }, 0)
}
