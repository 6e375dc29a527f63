/**
 * A pool of worker threads in which untrusted documents are read, one at a time in each, under a time and a heap limit. Small
 * documents have threads of their own, so that they pass large ones; one that turns out slow goes on among the large ones.
 */

import { startsAsZip } from '../document/zip/directory.ts'
import type { Release } from '../semaphore.ts'
import type { Share } from '../share.ts'
import { noStages, type Stages } from '../stages.ts'
import type { TaskArguments, TaskName, TaskOutcome, TaskValue } from './entry.ts'
import { createLane, type Lane, type LaneFigures } from './lane.ts'
import { holdPlace } from './place.ts'
import { OutOfMemory, type Reader, type ReaderRunOptions, type ReaderTask } from './reader.ts'
import { overloaded, tooComplex } from './refusals.ts'
import { unpackError } from './task-error.ts'

export interface SandboxOptions {
  /** Threads for small documents that one key may occupy; one more is there for the others. They start when they are first needed. */
  threads: number
  /** Longest time for one document, in milliseconds; it is then too complex to read. */
  readingLimitMs?: number
  /** JavaScript heap of a thread in MiB. */
  heapMb?: number
}

export interface SandboxRunOptions {
  signal: AbortSignal
  share: Share
  /** Counts the wait for a thread, and what parsing and formatting took. */
  stages?: Stages | undefined
  /** Buffers that only the task needs: they may be moved. */
  transfer?: ArrayBuffer[]
}

export interface Sandbox {
  /**
   * Runs a task of `entry.ts` in a thread of its own. The bytes of the buffers in `transfer` are given back to `share` once the
   * task has ended.
   * Throws what the task throws, `signal.reason`, invalid_response when the document is too complex to read, or overloaded.
   */
  run<Name extends TaskName>(
    task: Name,
    args: TaskArguments<Name>,
    options: SandboxRunOptions,
  ): Promise<TaskValue<Name>>
  /** Starts a thread ahead of the first document. */
  warm(): void
  /** What is done at this moment, in the lanes of small and of large documents. */
  figures(): SandboxFigures
  /** Ends all threads. Tasks that run or wait fail with overloaded, and so does every later one. */
  close(): Promise<void>
}

/** A task, and what counts its stages. */
interface PoolTask extends ReaderTask {
  stages: Stages
}

export type SandboxFigures = Readonly<Record<'small' | 'large', LaneFigures>>

interface ReadOptions extends Omit<ReaderRunOptions, 'limitMs'> {
  lane: Lane
  reader: Reader
  release: Release
  /** When the task began to wait, on the clock of `performance.now()`. */
  queuedAt: number
}

/** Documents up to this many bytes are small: real ones are read within some 40 ms. */
const smallBytes = 256 * 1024
/** An archive counts as what it may unpack to: it would not fit into the heap for small documents. */
const unpackedFactor = 16
/** Heap in MiB that small documents find enough, but for hostile ones: with more, V8 lets garbage grow. */
const smallHeapMb = 128
/** A thread for large documents keeps its heap for the next one so long, in milliseconds. */
const idleLimitMs = 5000

export function createSandbox({ threads, readingLimitMs = 20_000, heapMb = 1024 }: SandboxOptions): Sandbox {
  const small = createLane({
    permits: threads,
    heapMb: Math.min(heapMb, smallHeapMb),
    isBackground: false,
    idleLimitMs: null,
  })
  const large = createLane({
    permits: Math.ceil(threads / 2),
    heapMb,
    isBackground: true,
    idleLimitMs,
  })
  let isClosed = false

  /** Throws where the task has no reader to expect any more, and gives its turn back. */
  function checkOpen(signal: AbortSignal, release: Release): void {
    if (!signal.aborted && !isClosed) return
    release()
    throw isClosed ? overloaded() : signal.reason
  }

  /** Runs the task in a reader of the lane, and ends the reader where it fails. `release` is called when the reader is free or gone. */
  async function read(task: PoolTask, options: ReadOptions): Promise<TaskOutcome> {
    const { lane, reader, signal, onBegin, release, queuedAt } = options
    const begin = () => {
      task.stages.add('queue', queuedAt)
      onBegin?.()
    }
    try {
      const outcome = await reader.run(task, { signal, limitMs: readingLimitMs, onBegin: begin })
      addReading(task.stages, outcome)
      lane.putBack(reader)
      release()
      return outcome
    } catch (error) {
      // A thread in a loop receives no message: it can only be ended. Another may start once it is gone.
      void reader.end().finally(release)
      throw isClosed ? overloaded() : error
    }
  }

  async function readLarge(task: PoolTask, signal: AbortSignal, turn: Promise<Release>): Promise<TaskOutcome> {
    const queuedAt = performance.now()
    const release = await turn
    checkOpen(signal, release)
    try {
      return await read(task, { lane: large, reader: large.take(), signal, release, queuedAt })
    } catch (error) {
      throw error instanceof OutOfMemory ? tooComplex('it took too much memory') : error
    }
  }

  /** The document is copied, not moved: where it has to begin again among the large ones, it is still there. */
  async function readSmall(task: PoolTask, signal: AbortSignal, keyId: string | null): Promise<TaskOutcome> {
    const queuedAt = performance.now()
    const release = await small.turns.acquire(signal, keyId)
    checkOpen(signal, release)
    const reader = small.take()
    const onLost = () => void reader.end()
    const place = holdPlace({ small: small.turns, large: large.turns, keyId, release, onLost })
    const { begin: onBegin, leave } = place
    try {
      const options = { lane: small, reader, signal, onBegin, release: leave, queuedAt }
      return await read({ ...task, transfer: [] }, options)
    } catch (error) {
      signal.throwIfAborted()
      if (isClosed || !(place.isLost() || error instanceof OutOfMemory)) throw error
      return await readLarge(task, signal, place.takeTurn(signal))
    } finally {
      place.end()
    }
  }

  async function runTask<Name extends TaskName>(
    name: Name,
    args: TaskArguments<Name>,
    { signal, share: { keyId }, stages = noStages, transfer = [] }: SandboxRunOptions,
  ): Promise<TaskValue<Name>> {
    if (isClosed) throw overloaded()
    const task: PoolTask = { message: { task: name, args }, transfer, stages }
    const outcome =
      bytesOf(args) > smallBytes
        ? await readLarge(task, signal, large.turns.acquire(signal, keyId))
        : await readSmall(task, signal, keyId)
    if ('error' in outcome) throw unpackError(outcome.error)
    return outcome.value as TaskValue<Name>
  }

  return {
    run(task, args, options) {
      const bytes = options.transfer?.reduce((sum, buffer) => sum + buffer.byteLength, 0) ?? 0
      return runTask(task, args, options).finally(() => options.share.give(bytes))
    },
    warm() {
      if (!isClosed) small.warm()
    },
    figures: () => ({ small: small.figures(), large: large.figures() }),
    async close() {
      isClosed = true
      await Promise.all([small.close(), large.close()])
    },
  }
}

/** The thread has a clock of its own: its stages are taken to end with its message. */
function addReading(stages: Stages, { parseMs, formatMs }: TaskOutcome): void {
  const endedAt = performance.now()
  const parsedAt = endedAt - formatMs
  if (parseMs > 0) stages.add('parse', parsedAt - parseMs, parsedAt)
  stages.add('format', parsedAt, endedAt)
}

/** Bytes of binary data and units of text among the values, and among their fields. */
function bytesOf(values: readonly unknown[], isField = false): number {
  return values.reduce((sum: number, value) => {
    if (typeof value === 'string') return sum + value.length
    if (value instanceof Uint8Array) return sum + value.byteLength * (startsAsZip(value) ? unpackedFactor : 1)
    if (ArrayBuffer.isView(value)) return sum + value.byteLength
    const hasFields = !isField && typeof value === 'object' && value !== null
    return hasFields ? sum + bytesOf(Object.values(value), true) : sum
  }, 0)
}
