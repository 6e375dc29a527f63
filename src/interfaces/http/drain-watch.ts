/** Ends responses that nobody reads: bytes that are written and stay where they are hold memory for as long as the client likes. */

import type { ServerResponse } from 'node:http'

interface DrainWatch {
  /** Watches a response until it is closed. */
  watch(response: ServerResponse): void
  close(): void
}

interface Progress {
  /** Bytes that have left for the client. */
  drained: number
  /** How often in a row it was looked at since, with bytes waiting. */
  looks: number
}

const looksPerLimit = 3

/** Destroys the connection of a response of which bytes wait and none has left for `limitMs`, or up to a third longer. */
export function createDrainWatch(limitMs: number): DrainWatch {
  const responses = new Map<ServerResponse, Progress>()
  // Looks are counted, not time: where this process stood still, the client was not given the time.
  const timer = setInterval(look, limitMs / looksPerLimit)
  timer.unref()

  function look(): void {
    for (const [response, progress] of responses) {
      const { socket } = response
      // A response behind another one on its connection has no socket yet.
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
