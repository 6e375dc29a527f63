/** Records the memory of a service and its child processes during some work, and reports the peaks. */

import { readTreeMemory, type TreeMemory } from '../rig/process-tree.ts'

export interface MemoryRecord {
  peak: Omit<TreeMemory, 'readers'> & { sumMb: number; readers: number }
  /** Memory at the end. */
  last: TreeMemory
  /** CSV lines, each with the milliseconds followed by the megabytes. */
  csv: string
}

const everyMs = 100
const emptyPeak = { serviceMb: 0, readersMb: 0, readers: 0, browserMb: 0, sumMb: 0 }

/** `pid` returns the current service's process id. `sumMb` is the peak of the service and its readers together, without Chromium. */
export function recordMemory(pid: () => number): { stop(): MemoryRecord } {
  const startedAt = performance.now()
  const lines = ['ms,service_mb,readers_mb,readers,browser_mb']
  const peak = { ...emptyPeak }
  let last: TreeMemory = { ...emptyPeak }

  function sample(): void {
    last = readTreeMemory(pid())
    const { serviceMb, readersMb, readers, browserMb } = last
    const sumMb = serviceMb + readersMb
    for (const [name, value] of Object.entries({ ...last, sumMb }) as [keyof typeof peak, number][]) {
      peak[name] = Math.max(peak[name], value)
    }
    const figures = [performance.now() - startedAt, serviceMb, readersMb, readers, browserMb]
    lines.push(figures.map((figure) => Math.round(figure)).join(','))
  }

  const timer = setInterval(sample, everyMs)
  return {
    stop() {
      clearInterval(timer)
      sample()
      return { peak, last, csv: `${lines.join('\n')}\n` }
    },
  }
}
