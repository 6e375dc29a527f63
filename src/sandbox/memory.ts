/** How much memory reading a document takes: expected before it is read, and watched while it is. */

import { emit } from '../observe.ts'
import type { Share } from '../share.ts'
import { OutOfMemory, type Reader } from './reader.ts'
import { overloaded } from './refusals.ts'

const mebibyte = 1024 * 1024

/** Private resident bytes of a child process that has loaded its tasks and waits: they are not part of any request's share. */
export const idleBytes = 64 * mebibyte
/** A child that holds more than this after a task is replaced. */
export const maxIdleBytes = 2 * idleBytes
/** Memory for each byte of a document. */
const factor = 20
/** How often the memory of a child is read while it works, and what it may allocate meanwhile before it has to ask for more. */
const watchMs = 50
const stepBytes = 32 * mebibyte

export interface ReservedMemory {
  /** Watches the reader from now on: beyond what is reserved it takes more of the budget, and is ended where there is no more. */
  watch(reader: Reader): void
  /** Gives the memory back. */
  release(): void
}

/** Takes the memory that a document of so many bytes is expected to need, once there is room. Throws `signal.reason`. */
export async function reserveMemory(
  bytes: number,
  { share, signal, maxBytes }: { share: Share; signal: AbortSignal; maxBytes: number },
): Promise<ReservedMemory> {
  let held = await share.reserve(Math.min(stepBytes + bytes * factor, maxBytes), signal)
  let timer: NodeJS.Timeout | undefined

  /** Why the reader may not go on, or null. */
  function refusal(usedBytes: number): Error | null {
    if (usedBytes <= held) return null
    if (usedBytes > maxBytes) return new OutOfMemory('The reader process has outgrown its memory')
    const more = usedBytes - held + stepBytes
    if (share.tryTake(more)) {
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
      share.give(held)
      held = 0
    },
  }
}
