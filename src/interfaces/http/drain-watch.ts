/** Terminates responses that the client doesn't read, because unread bytes take up memory. */

import type { ServerResponse } from 'node:http'

interface DrainWatch {
  /** Watches a response until it closes. */
  watch(response: ServerResponse): void
  close(): void
}

interface Progress {
  /** Bytes sent to the client. */
  drained: number
  /** Number of consecutive checks at which bytes were waiting but none had been sent. */
  looks: number
}

const looksPerLimit = 3

/** Closes the connection of a response that has made no progress for `limitMs`, or up to a third longer. */
export function createDrainWatch(limitMs: number): DrainWatch {
  const responses = new Map<ServerResponse, Progress>()
  // Counts checks instead of time, because the client couldn't read while this process was paused.
  const timer = setInterval(look, limitMs / looksPerLimit)
  timer.unref()

  function look(): void {
    for (const [response, progress] of responses) {
      const { socket } = response
      // A response that waits for another one on its connection has no socket yet.
      if (!socket) continue
      const drained = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || drained !== progress.drained) {
        progress.drained = drained
        progress.looks = 0
      } else if (++progress.looks >= looksPerLimit) socket.destroy()
    }
  }

  return {
    watch(response) {
      responses.set(response, { drained: -1, looks: 0 })
      response.once('close', () => responses.delete(response))
    },
    close: () => clearInterval(timer),
  }
}
