/** The memory of child processes that read documents: expected before a document is read, and watched while it is. */

import { emit } from '../base/events.ts'
import { OutOfMemory, type Reader } from './reader.ts'
import { overloaded } from './refusals.ts'

const mebibyte = 1024 * 1024

/** Private resident bytes of a child that has loaded its tasks and waits: counted apart, whether it is there or not. */
const idleBytes = 72 * mebibyte
/** A child that holds more than this after a task is replaced. */
export const maxIdleBytes = 2 * idleBytes
/** Memory for each byte of a page: the median of the 60 largest saved pages (5 to 37). */
const factor = 20
/** What reading any document takes: pdf.js alone needs 20 to 50 MiB. A reader also asks for this much more at a time. */
const stepBytes = 48 * mebibyte
/** How often the memory of a child is looked at while it works. */
const watchMs = 50

/** The memory of one reading. */
interface ReservedMemory {
  /** Watches the reader from now on: it takes more when it outgrows what is reserved, and is ended when there is no more. */
  watch(reader: Reader): void
  /** Gives the memory back. */
  release(): void
}

export interface ReaderMemory {
  /**
   * Waits until there is room for what a document of so many bytes is expected to take, at most a quarter of all: more is taken
   * while it is read. The readers of one key leave a quarter for others. Throws `signal.reason`.
   */
  reserve(bytes: number, signal: AbortSignal, keyId: string | null): Promise<ReservedMemory>
}

export function createReaderMemory(maxBytes: number): ReaderMemory {
  const spare = maxBytes / 4
  const byKey = new Map<string | null, number>()
  /** Each takes its memory and returns true once there is room. */
  const waiters = new Set<() => boolean>()
  let total = 0

  function tryTake(keyId: string | null, bytes: number): boolean {
    const ofKey = (byKey.get(keyId) ?? 0) + bytes
    if (total + bytes > maxBytes || (keyId !== null && ofKey > maxBytes - spare)) return false
    byKey.set(keyId, ofKey)
    total += bytes
    return true
  }

  function give(keyId: string | null, bytes: number): void {
    const ofKey = (byKey.get(keyId) ?? 0) - bytes
    if (ofKey > 0) byKey.set(keyId, ofKey)
    else byKey.delete(keyId)
    total -= bytes
    for (const waiter of waiters) if (waiter()) waiters.delete(waiter)
  }

  function untilTaken(keyId: string | null, bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiters.delete(waiter)
        reject(signal.reason)
      }
      const waiter = () => {
        if (!tryTake(keyId, bytes)) return false
        signal.removeEventListener('abort', onAbort)
        resolve()
        return true
      }
      waiters.add(waiter)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  return {
    async reserve(bytes, signal, keyId) {
      signal.throwIfAborted()
      let held = Math.min(stepBytes + bytes * factor, spare)
      if (!tryTake(keyId, held)) await untilTaken(keyId, held, signal)
      let timer: NodeJS.Timeout | undefined

      /** Why a reader that uses so much may not go on, or null. */
      function refusal(usedBytes: number): Error | null {
        if (usedBytes <= held) return null
        if (usedBytes > maxBytes - spare) return new OutOfMemory('The reader process has outgrown its memory')
        // The last step ends at the bound, which a smaller one may still reach.
        const more = Math.min(usedBytes + stepBytes, maxBytes - spare) - held
        if (tryTake(keyId, more)) {
          held += more
          return null
        }
        emit('gleaner:limit', { limit: 'reader_memory' })
        return overloaded()
      }

      return {
        watch(reader) {
          timer = setInterval(() => {
            const refused = refusal((reader.memoryBytes() ?? 0) - idleBytes)
            if (refused) void reader.end(refused)
          }, watchMs)
          timer.unref()
        },
        release() {
          clearInterval(timer)
          give(keyId, held)
          held = 0
        },
      }
    },
  }
}
