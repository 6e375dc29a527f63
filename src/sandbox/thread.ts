/** What a worker thread runs first: it loads the tasks from the compile cache of the process, where there is one. */

import { enableCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'

/** What the pool passes to a thread. */
export interface ThreadData {
  /** Folder of the compile cache, which a thread does not share with the process by itself; null for none. */
  compileCache: string | null
  /** Other threads come first where processors are scarce. */
  isBackground: boolean
}

/** As `nice` counts: such a thread has a third of the time of another one. */
const backgroundNiceness = 5

const { compileCache, isBackground } = workerData as ThreadData
// On Linux it is the priority of this thread alone; elsewhere that of the whole process.
if (isBackground && process.platform === 'linux') setPriority(backgroundNiceness)
if (compileCache !== null) enableCompileCache(compileCache)
await import('./entry.ts')
