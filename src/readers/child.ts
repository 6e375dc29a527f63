/** The program of a child process that reads documents and large pages. A crash in it costs only one request. */

import { writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { privateBytesOf } from '../base/process-memory.ts'
import type { TaskMessage } from './tasks.ts'

const [, , maxIdleBytes, compileCache] = process.argv

/** Added to the `nice` value once the code is loaded. The process then gets a third of the CPU time that the service would get. */
const niceness = 5
/** Collects garbage only after this pause, because collecting it between pages makes each page take almost twice as long. */
const collectAfterMs = 500

if (process.platform === 'linux') {
  // When the system runs out of memory, this process is the first to be killed, and it leaves no core dump.
  setForSelf('oom_score_adj', '1000')
  setForSelf('coredump_filter', '0')
}
if (compileCache) enableCompileCache(compileCache)
const { runTask } = await import('./entry.ts')
setPriority(Math.min(19, getPriority() + niceness))

let collection: NodeJS.Timeout | undefined

process.on('message', async (message: TaskMessage) => {
  clearTimeout(collection)
  process.send?.(await runTask(message))
  collection = setTimeout(collectGarbage, collectAfterMs)
})
// The service is gone, so no one is waiting for the task.
process.on('disconnect', () => process.exit())

process.send?.('started')

/** Collects garbage, because a process that keeps too much memory is replaced by one that starts cold. */
function collectGarbage(): void {
  if ((privateBytesOf(process.pid) ?? 0) > Number(maxIdleBytes)) globalThis.gc?.()
}

function setForSelf(name: string, value: string): void {
  try {
    writeFileSync(`/proc/self/${name}`, value)
  } catch {
    // A container may mount /proc read-only.
  }
}
