/** A lane: the readers for tasks of one size, and the turns of those who wait for them. */

import { createSemaphore, type Semaphore } from '../base/semaphore.ts'
import { type OpenChannel, type Reader, startReader } from './reader.ts'
import { overloaded } from './refusals.ts'
import type { LaneFigures } from './sandbox.ts'

interface LaneOptions {
  open: OpenChannel
  /** Tasks that run at once; one more is there for keys that ask for little. */
  permits: number
  /** Ends a reader that was idle for this long, in milliseconds, unless it is the only one. Null: never. */
  maxIdleMs: number | null
  /** Ends an idle reader that holds more than this once it had time to collect its garbage. */
  maxIdleBytes: number
}

export interface Lane {
  turns: Semaphore
  figures(): LaneFigures
  /** An idle reader, or a new one. */
  take(): Reader
  /** Keeps a reader for the next task, unless it is ending. One that goes on holding too much memory is replaced. */
  putBack(reader: Reader): void
  /** Keeps at least one reader ready from now on. */
  warm(): void
  /** Starts a reader where `warm` was called and none is left. */
  refill(): void
  /** Refuses all who wait, and ends all readers. */
  close(): Promise<void>
}

/** Tasks that wait; the bytes of their documents are counted by the shares of the requests. */
const maxWaiting = 1000
/** An idle reader has collected its garbage by then. @see child.ts */
const collectedAfterMs = 1000
/** The place beyond the others of a lane. @see SemaphoreOptions.reserve */
const reserve = 1

export function createLane({ open, permits, maxIdleMs, maxIdleBytes }: LaneOptions): Lane {
  const turns = createSemaphore(permits, { reserve, queue: { maxWaiting, refusal: overloaded } })
  /** The one that was idle for longest first, with its timer. */
  const idle = new Map<Reader, NodeJS.Timeout | null>()
  const all = new Set<Reader>()
  let isWarm = false
  let isClosed = false

  function start(): Reader {
    const reader = startReader(open, (ended) => {
      all.delete(ended)
      forget(ended)
    })
    all.add(reader)
    return reader
  }

  function forget(reader: Reader): void {
    clearTimeout(idle.get(reader) ?? undefined)
    idle.delete(reader)
  }

  function retire(reader: Reader): void {
    if (isWarm && all.size === 1) {
      keepFor(reader, maxIdleMs)
    } else {
      forget(reader)
      void reader.end()
    }
  }

  function keepFor(reader: Reader, idleMs: number | null): void {
    const timer = idleMs === null ? null : setTimeout(() => retire(reader), idleMs).unref()
    idle.set(reader, timer)
  }

  function refill(): void {
    if (isWarm && !isClosed && all.size === 0) keepFor(start(), maxIdleMs)
  }

  function putBack(reader: Reader): void {
    // It takes a moment to end, in which it must not get a task.
    if (reader.isEnding()) return
    // There are more readers than turns when the task of one moved on to another lane.
    const isSurplus = idle.size >= permits + reserve
    if (isSurplus) void reader.end().then(refill)
    else if (maxIdleMs === null) keepFor(reader, null)
    else idle.set(reader, setTimeout(() => keepIfSmall(reader, maxIdleMs - collectedAfterMs), collectedAfterMs).unref())
  }

  function keepIfSmall(reader: Reader, idleMs: number): void {
    if ((reader.memoryBytes() ?? 0) <= maxIdleBytes) {
      keepFor(reader, idleMs)
      return
    }
    forget(reader)
    void reader.end().then(refill)
  }

  return {
    turns,
    figures: () => ({ working: turns.active, waiting: turns.waiting, readers: all.size }),
    take() {
      const reader = [...idle.keys()].at(-1) ?? start()
      forget(reader)
      return reader
    },
    putBack,
    warm() {
      isWarm = true
      refill()
    },
    refill,
    async close() {
      isClosed = true
      turns.close(overloaded())
      await Promise.all([...all].map((reader) => reader.end()))
    },
  }
}
