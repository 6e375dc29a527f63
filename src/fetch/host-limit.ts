/** How many requests at once does one host get? Those beyond wait in the order in which they came. */

export interface HostLimit {
  /** Runs `work` when its turn has come. Throws `signal.reason` when that comes first. */
  run<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

interface Line {
  active: number
  waiting: Set<() => void>
}

export function createHostLimit(maxPerHost: number): HostLimit {
  const lines = new Map<string, Line>()

  function enter(host: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const line = lines.get(host) ?? { active: 0, waiting: new Set() }
    lines.set(host, line)
    if (line.active < maxPerHost) {
      line.active++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        line.waiting.delete(start)
        reject(signal.reason)
      }
      // The place is handed over: `active` stays as it is.
      const start = () => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      line.waiting.add(start)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  function leave(host: string): void {
    const line = lines.get(host)
    if (!line) return
    const [next] = line.waiting
    if (next) {
      line.waiting.delete(next)
      next()
    } else if (--line.active === 0) lines.delete(host)
  }

  return {
    async run(host, signal, work) {
      await enter(host, signal)
      try {
        return await work()
      } finally {
        leave(host)
      }
    },
  }
}
