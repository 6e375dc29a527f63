/** Loaded into a service process by `--import`. Measures its event loop and memory, and reports them to the parent on request. */

import { monitorEventLoopDelay } from 'node:perf_hooks'

/** State that a service process reports for the time since the last `reset`. */
export interface ProcessState {
  /** Event loop delays, in milliseconds. An idle loop shows the resolution of the measurement. */
  loopP50Ms: number
  loopP99Ms: number
  loopMaxMs: number
  residentMb: number
  /** CPU time of all threads together. */
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
// Lets the service exit as it would without this file.
process.channel?.unref()
