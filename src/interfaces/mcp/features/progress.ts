/** Sends progress notifications: each step of the work, and the latest step again if nothing new happens. */

import { setTimeout } from 'node:timers/promises'

export interface ProgressUpdate {
  progress: number
  message: string
}

/** Clients built on either SDK drop an update that arrives together with the response, because by then the request has finished. */
const beforeResponseMs = 20

/** Sends `first` immediately, and then an update at least every `intervalMs` milliseconds. Does nothing if `onProgress` is undefined. */
export function createProgress(
  first: string,
  intervalMs: number,
  onProgress: ((update: ProgressUpdate) => void) | undefined,
) {
  if (!onProgress) return { report: (_message: string) => {}, end: async () => {} }
  const startedAt = performance.now()
  let progress = 0
  let latest = first
  let sentAt = startedAt
  let ended = false
  const send = (message: string) => {
    timer.refresh()
    sentAt = performance.now()
    onProgress({ progress: ++progress, message })
  }
  const timer = setInterval(() => {
    send(`${latest} (${Math.round((performance.now() - startedAt) / 1000)} s so far)`)
  }, intervalMs)
  send(first)
  return {
    report(message: string) {
      if (ended) return
      latest = message
      send(message)
    },
    /** Stops the notifications. Resolves when the response may be sent. */
    async end() {
      ended = true
      clearInterval(timer)
      const restMs = sentAt + beforeResponseMs - performance.now()
      if (restMs > 0) await setTimeout(restMs)
    },
  }
}
