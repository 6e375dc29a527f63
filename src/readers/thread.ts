/** The program of a worker thread that reads small pages. Loads the tasks from the process's compile cache, if there is one. */

import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { TaskMessage } from './tasks.ts'

/** Folder of the compile cache, which threads don't inherit. Null if there isn't a cache. */
const compileCache: string | null = workerData
if (compileCache !== null) enableCompileCache(compileCache)
const { runTask } = await import('./entry.ts')

parentPort?.on('message', async (message: TaskMessage) => {
  const outcome = await runTask(message)
  parentPort?.postMessage(outcome, 'value' in outcome ? buffersIn(outcome.value) : [])
})

/** Returns the buffers of binary data in a value's fields, up to three levels deep. They are moved rather than copied. */
function buffersIn(value: unknown, depth = 3): ArrayBuffer[] {
  if (value instanceof Uint8Array) return [value.buffer as ArrayBuffer]
  if (depth < 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.values(value).flatMap((field) => buffersIn(field, depth - 1))
}

// This starts the pool's time limit for reading.
parentPort?.postMessage('started')
