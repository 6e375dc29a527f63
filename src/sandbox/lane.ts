/** A lane: the readers for tasks of one size, and the turns of those who wait for them. */

import { createSemaphore, type Semaphore } from '../semaphore.ts'
import { type Reader, type ReaderOptions, startReader } from './reader.ts'
import { overloaded } from './refusals.ts'

export interface LaneOptions extends ReaderOptions {
  /** Tasks that run at once; one more is there for keys that ask for little. */
  permits: number
  /** A reader that was idle for so long is ended, in milliseconds; null: it stays. */
  idleLimitMs: number | null
}

/** What a lane does at one moment. */
export interface LaneFigures {
  /** Tasks that are being read. */
  working: number
  /** Tasks that wait for a reader. */
  waiting: number
  /** Readers, also idle ones. */
  threads: number
}

export interface Lane {
  turns: Semaphore
  figures(): LaneFigures
  /** An idle reader, or a new one. */
  take(): Reader
  /** Keeps a reader for the next task, but one that is ending. */
  putBack(reader: Reader): void
  /** Starts a reader ahead of the first task. */
  warm(): void
  /** Refuses all who wait, and ends all readers. */
  close(): Promise<void>
}

/** Tasks that wait; the bytes of their documents are counted by the shares of the requests. */
const maxWaiting = 1000
/** The place beyond the others of a lane. @see SemaphoreOptions.reserve */
const reserve = 1

export function createLane({ permits, idleLimitMs, ...options }: LaneOptions): Lane {
  const turns = createSemaphore(permits, { reserve, queue: { maxWaiting, refusal: overloaded } })
  /** The one that was idle for longest first, with its timer. */
  const idle = new Map<Reader, NodeJS.Timeout | null>()
  const all = new Set<Reader>()

  function start(): Reader {
    const reader = startReader(options, (ended) => {
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
    forget(reader)
    void reader.end()
  }

  function putBack(reader: Reader): void {
    // Its thread takes a moment to end: no task is to be given to it meanwhile.
    if (reader.isEnding()) return
    // Beyond the tasks that may run at once there are readers whose task went on in another lane.
    if (idle.size >= permits + reserve) return void reader.end()
    const timer = idleLimitMs === null ? null : setTimeout(() => retire(reader), idleLimitMs).unref()
    idle.set(reader, timer)
  }

  return {
    turns,
    figures: () => ({ working: turns.active, waiting: turns.waiting, threads: all.size }),
    take() {
      const reader = [...idle.keys()].at(-1) ?? start()
      forget(reader)
      return reader
    },
    putBack,
    warm() {
      if (all.size === 0) putBack(start())
    },
    async close() {
      turns.close(overloaded())
      await Promise.all([...all].map((reader) => reader.end()))
    },
  }
}
