/** The program of a child process that reads documents and large pages: whatever happens in it costs one request. */

import { writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import type { TaskMessage } from './entry.ts'

const [, , compileCache] = process.argv

/** As `nice` counts: it gets a third of the processor time of a process at 0. */
const niceness = 5

if (process.platform === 'linux') {
  // When the system runs out of memory, this process is the first to be killed, and it leaves no core dump.
  setForSelf('oom_score_adj', '1000')
  setForSelf('coredump_filter', '0')
}
setPriority(niceness)
if (compileCache) enableCompileCache(compileCache)
const { runTask } = await import('./entry.ts')

process.on('message', async (message: TaskMessage) => {
  process.send?.(await runTask(message))
})
// The service is gone: nobody waits for the task.
process.on('disconnect', () => process.exit())

process.send?.('started')

function setForSelf(name: string, value: string): void {
  try {
    writeFileSync(`/proc/self/${name}`, value)
  } catch {
    // A container may mount /proc read-only.
  }
}
