/** Loaded into a service process by `--import`: measures its event loop and its memory, and reports both to its parent on request. */

import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What a service process says of itself since the last `reset`. */
export interface ProcessState {
  /** Delays of the event loop, in milliseconds; a loop without work shows the resolution of the measurement. */
  loopP50Ms: number
  loopP99Ms: number
  loopMaxMs: number
  residentMb: number
  /** Time of the processor, of all threads together. */
  cpuMs: number
}

const resolutionMs = 10
let cpuBefore = process.cpuUsage()
const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
histogram.enable()

process.on('message', (message) => {
  if (message === 'reset') {
    histogram.reset()
    cpuBefore = process.cpuUsage()
  }
  if (message !== 'state') return
  const { user, system } = process.cpuUsage(cpuBefore)
  const state: ProcessState = {
    loopP50Ms: histogram.percentile(50) / 1e6,
    loopP99Ms: histogram.percentile(99) / 1e6,
    loopMaxMs: histogram.max / 1e6,
    residentMb: process.memoryUsage.rss() / 1024 / 1024,
    cpuMs: (user + system) / 1000,
  }
  process.send?.(state)
})
// The service must end by itself as it does without this file.
process.channel?.unref()
