/** A lane: a queue of tasks, and the threads or processes (readers) that run them. Small and large tasks have separate lanes. */

import { Semaphore } from '../base/semaphore.ts'
import { collectedAfterMs, maxIdleBytes } from './memory.ts'
import { type OpenChannel, overloaded, type Reader, startReader } from './reader.ts'
import type { LaneFigures } from './tasks.ts'

interface LaneOptions {
  open: OpenChannel
  /** Maximum number of concurrent tasks. Keys with few tasks share one extra slot. */
  permits: number
  /** Milliseconds after which an idle reader is stopped, unless it is the only one. Null keeps it. */
  maxIdleMs: number | null
}

/** Maximum number of waiting tasks. The bytes of their documents count toward the requests' shares. */
const maxWaiting = 1000
/** One slot in addition to a lane's permits. @see SemaphoreOptions.reserve */
const reserve = 1

export type Lane = ReturnType<typeof createLane>

export function createLane({ open, permits, maxIdleMs }: LaneOptions) {
  const turns = new Semaphore(permits, { reserve, queue: { maxWaiting, refusal: overloaded } })
  /** Idle readers, longest idle first. */
  const idle: { reader: Reader; timer: NodeJS.Timeout | undefined }[] = []
  const all = new Set<Reader>()
  let isWarm = false
  let isClosed = false

  function start(): Reader {
    const reader: Reader = startReader(open, () => {
      all.delete(reader)
      forget(reader)
    })
    all.add(reader)
    return reader
  }

  function forget(reader: Reader): void {
    const at = idle.findIndex((one) => one.reader === reader)
    if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.timer)
  }

  function retire(reader: Reader): void {
    if (isWarm && all.size === 1) {
      retireAfter(maxIdleMs, reader)
    } else {
      forget(reader)
      void reader.end()
    }
  }

  function keep(reader: Reader, timer?: NodeJS.Timeout): void {
    forget(reader)
    idle.push({ reader, timer })
  }

  function retireAfter(idleMs: number | null, reader: Reader): void {
    keep(reader, idleMs === null ? undefined : setTimeout(() => retire(reader), idleMs).unref())
  }

  /** Starts a reader unless one is running. If it can't be started, the first task fails instead. */
  function prepare(): void {
    if (isClosed || all.size > 0) return
    try {
      retireAfter(maxIdleMs, start())
    } catch {
      // The task that needs a reader tries again, and reports the failure.
    }
  }

  /** Starts a reader if `warm` was called and none is left. */
  function refill(): void {
    if (isWarm) prepare()
  }

  /** Keeps a reader for the next task, unless it is stopping. A reader that keeps holding too much memory is replaced. */
  function putBack(reader: Reader): void {
    // A reader takes a moment to stop, and must not get a task during that time.
    if (reader.isEnding()) return
    if (maxIdleMs === null) keep(reader)
    else keep(reader, setTimeout(() => keepIfSmall(reader, maxIdleMs - collectedAfterMs), collectedAfterMs).unref())
  }

  function keepIfSmall(reader: Reader, idleMs: number): void {
    if ((reader.memoryBytes() ?? 0) <= maxIdleBytes) {
      retireAfter(idleMs, reader)
      return
    }
    forget(reader)
    void reader.end().then(refill)
  }

  return {
    turns,
    figures: (): LaneFigures => ({ working: turns.active, waiting: turns.waiting, readers: all.size }),
    take(): Reader {
      const reader = idle.at(-1)?.reader ?? start()
      forget(reader)
      return reader
    },
    putBack,
    prepare,
    warm(): void {
      isWarm = true
      refill()
    },
    refill,
    async close(): Promise<void> {
      isClosed = true
      turns.close(overloaded())
      await Promise.all([...all].map((reader) => reader.end()))
    },
  }
}
