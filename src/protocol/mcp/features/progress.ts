/** What is being done, told to a client that waits, and while nothing new happens, that it is still being done. */

import { setTimeout } from 'node:timers/promises'

/** An update of `notifications/progress`; `progress` grows with every one. */
export interface ProgressUpdate {
  progress: number
  message: string
}

export interface Progress {
  tell(message: string): void
  /** Nothing is told afterwards. Resolves when the answer may follow. */
  end(): Promise<void>
}

/** Clients of both SDKs that read an update and the answer at once forget what the update belongs to before they look at it. */
const beforeAnswerMs = 20

/** Tells `first` at once, and then never stays silent for longer than `intervalMs`. */
export function createProgress(
  first: string,
  intervalMs: number,
  onProgress: ((update: ProgressUpdate) => void) | undefined,
): Progress {
  if (!onProgress) return { tell: () => {}, end: async () => {} }
  const startedAt = performance.now()
  let progress = 0
  let latest = first
  let toldAt = startedAt
  let ended = false
  const send = (message: string) => {
    timer.refresh()
    toldAt = performance.now()
    onProgress({ progress: ++progress, message })
  }
  const timer = setInterval(() => {
    send(`${latest} (${Math.round((performance.now() - startedAt) / 1000)} s so far)`)
  }, intervalMs)
  send(first)
  return {
    tell(message) {
      if (ended) return
      latest = message
      send(message)
    },
    async end() {
      ended = true
      clearInterval(timer)
      const restMs = toldAt + beforeAnswerMs - performance.now()
      if (restMs > 0) await setTimeout(restMs)
    },
  }
}
