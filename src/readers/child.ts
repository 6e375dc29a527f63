/** The program of a child process that reads documents and large pages. A crash in it costs only one request. */

import { readdirSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { privateBytesOf } from '../base/process-memory.ts'
import type { TaskMessage } from './tasks.ts'

const [, , maxIdleBytes, compileCache] = process.argv

/** Added to the `nice` value. A busy service then gets three times as much CPU time as this process. */
const niceness = 5
/** Collects garbage only after this pause, because collecting it between pages makes each page take almost twice as long. */
const collectAfterMs = 500

const nice = Math.min(19, getPriority() + niceness)
setPriority(nice)
try {
  // On Linux, each thread has its own priority, and V8's threads, which collect garbage, are already running.
  for (const id of readdirSync('/proc/self/task')) setPriority(Number(id), nice)
} catch {
  // Other systems and some containers have no /proc, and a thread may have ended.
}
if (process.platform === 'linux') {
  // When the system runs out of memory, this process is the first to be killed, and it leaves no core dump.
  setForSelf('oom_score_adj', '1000')
  setForSelf('coredump_filter', '0')
}
if (compileCache) enableCompileCache(compileCache)
const { runTask } = await import('./entry.ts')

let collection: NodeJS.Timeout | undefined

process.on('message', async (message: TaskMessage) => {
  clearTimeout(collection)
  process.send?.(await runTask(message))
  // A process that keeps too much memory is replaced by one that starts cold.
  collection = setTimeout(() => {
    if ((privateBytesOf(process.pid) ?? 0) > Number(maxIdleBytes)) globalThis.gc?.()
  }, collectAfterMs)
})
// The service is gone, so no one is waiting for the task.
process.on('disconnect', () => process.exit())

process.send?.('started')

function setForSelf(name: string, value: string): void {
  try {
    writeFileSync(`/proc/self/${name}`, value)
  } catch {
    // A container may mount /proc read-only.
  }
}
