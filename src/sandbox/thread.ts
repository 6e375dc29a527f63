/** What a worker thread runs first: it loads the tasks from the compile cache of the process, where there is one. */

import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'

/** What the pool passes to a thread. */
export interface ThreadData {
  /** Folder of the compile cache, which a thread does not share with the process by itself; null for none. */
  compileCache: string | null
}

const { compileCache } = workerData as ThreadData
if (compileCache !== null) enableCompileCache(compileCache)
await import('./entry.ts')
