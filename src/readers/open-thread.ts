/** Opens the worker threads in which small pages are read. */

import { getCompileCacheDir } from 'node:module'
import { dirname, extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type ChannelListener, OutOfMemory, type ReaderChannel, ReaderDied } from './reader.ts'
import type { ThreadData } from './tasks.ts'

/** Heap in MiB for a thread's young objects. V8 would let it grow to 192, which isn't faster for real pages. */
const youngHeapMb = 48

const program = new URL(`./thread${extname(import.meta.url)}`, import.meta.url)

/** `heapMb` limits the heap of old objects. */
export function openThread(heapMb: number, { onMessage, onEnd }: ChannelListener): ReaderChannel {
  const workerData: ThreadData = { compileCache: compileCacheFolder() }
  const worker = new Worker(program, {
    workerData,
    env: {},
    execArgv: [],
    // The output of libraries must not reach our standard output, which carries MCP messages over stdio.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
  })
  let failure: Error | null = null
  worker.on('message', onMessage)
  worker.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new OutOfMemory(error.message) : error
  })
  worker.on('exit', () => onEnd(failure ?? new ReaderDied('A worker thread ended unexpectedly')))
  return {
    send: (message) => worker.postMessage(message),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    kill: () => worker.terminate(),
    memoryBytes: () => null,
  }
}

/** Returns null if there isn't a compile cache. Node adds a subfolder for its version to the folder that it is given. */
export function compileCacheFolder(): string | null {
  const folder = getCompileCacheDir()
  return folder === undefined ? null : dirname(folder)
}
