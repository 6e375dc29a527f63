/** Reserves memory for the child processes that read documents, and watches it while they read. */

import { emit } from '../base/events.ts'
import { OutOfMemory, type Reader } from './reader.ts'

const mebibyte = 1024 * 1024

/** Private resident bytes of an idle child that has loaded its tasks. These don't count toward the limit. */
const idleBytes = 72 * mebibyte
/** A child that still holds more than this after collecting its garbage is replaced. */
export const maxIdleBytes = 2 * idleBytes
/** After this time, an idle reader has collected its garbage. @see child.ts */
export const collectedAfterMs = 1000
/** Bytes to reserve per byte of a page. This is the median of the 60 largest saved pages (range 5 to 37). */
const factor = 20
/** Minimum for any document, because pdf.js alone needs 20 to 50 MiB. A reader also requests more in steps of this size. */
const stepBytes = 48 * mebibyte
/** Interval at which a working child's memory is checked. */
const watchMs = 50

/** The reader was stopped because other readers hold the memory that it needs. */
export class MemoryTaken extends Error {
  override readonly name = 'MemoryTaken'
}

export type ReaderMemory = ReturnType<typeof createReaderMemory>

export function createReaderMemory(maxBytes: number) {
  const spare = maxBytes / 4
  const byKey = new Map<string | null, number>()
  /** Each waiter returns true and takes its memory when there is room. */
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
    /**
     * Waits until there is room for the estimated needs of a document of this size, which are at most a quarter of the total. Reserves more
     * while the document is being read, if necessary. The readers for one key leave a quarter for others. `bytes` is infinite to wait for all
     * that one reader may use. Throws `signal.reason`.
     */
    async reserve(bytes: number, signal: AbortSignal, keyId: string | null) {
      signal.throwIfAborted()
      let held = bytes === Infinity ? maxBytes - spare : Math.min(stepBytes + bytes * factor, spare)
      if (!tryTake(keyId, held)) await untilTaken(keyId, held, signal)
      let timer: NodeJS.Timeout | undefined

      /** Returns the error for stopping a reader that uses this much memory, or null if the reader may continue. */
      function refusal(usedBytes: number): Error | null {
        if (usedBytes <= held) return null
        if (usedBytes > maxBytes - spare) return new OutOfMemory('The reader process used too much memory')
        // The last step stops at the limit, so that a reader can use all of it.
        const more = Math.min(usedBytes + stepBytes, maxBytes - spare) - held
        if (tryTake(keyId, more)) {
          held += more
          return null
        }
        emit('gleaner:limit', { limit: 'reader_memory' })
        return new MemoryTaken('Other readers use the memory that is left')
      }

      return {
        /** Watches the reader from now on. Reserves more if it exceeds the reservation, or stops it if no memory is left. */
        watch(reader: Reader): void {
          timer = setInterval(() => {
            const refused = refusal((reader.memoryBytes() ?? 0) - idleBytes)
            if (refused) void reader.end(refused)
          }, watchMs)
          timer.unref()
        },
        release(): void {
          clearInterval(timer)
          give(keyId, held)
          held = 0
        },
      }
    },
  }
}
