/** Terminates responses that the client doesn't read, because unread bytes take up memory. */

import type { Socket } from 'node:net'
import { PassingList } from '../../base/passing-list.ts'

interface DrainWatch {
  /** Watches the responses on a connection. */
  watch(socket: Socket): void
  close(): void
}

interface Progress {
  socket: Socket
  /** Bytes sent to the client. */
  drained: number
  /** Number of consecutive checks at which bytes were waiting but none had been sent. */
  looks: number
}

const looksPerLimit = 3

/** Closes the connection of a response that has made no progress for `limitMs`, or up to a third longer. */
export function createDrainWatch(limitMs: number): DrainWatch {
  const connections = new PassingList<Progress>()
  // Counts checks instead of time, because the client couldn't read while this process was paused.
  const timer = setInterval(look, limitMs / looksPerLimit)
  timer.unref()

  function look(): void {
    for (const progress of connections) {
      const { socket } = progress
      const drained = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || drained !== progress.drained) {
        progress.drained = drained
        progress.looks = 0
      } else if (++progress.looks >= looksPerLimit) socket.destroy()
    }
  }

  return {
    watch(socket) {
      socket.once('close', connections.add({ socket, drained: -1, looks: 0 }))
    },
    close: () => clearInterval(timer),
  }
}
