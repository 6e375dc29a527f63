/** Opens the worker threads in which small pages are read, and the child processes for documents and large pages. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { privateBytesOf } from '../base/process-memory.ts'
import { maxIdleBytes } from './memory.ts'
import { type ChannelListener, OutOfMemory, type ReaderChannel, ReaderDied } from './reader.ts'

/** Heap in MiB for a thread's young objects. V8 would let it grow to 192, which isn't faster for real pages. */
const youngHeapMb = 48

const threadProgram = new URL(`./thread${extname(import.meta.url)}`, import.meta.url)

/** Heap of a thread's old objects, in MiB. Small pages fit unless they are hostile. With a larger heap, V8 lets garbage accumulate. */
const oldHeapMb = 128

/** A thread that `prepareThread` has started, with the messages that it has sent. */
let prepared: { worker: Worker; sent: unknown[] } | undefined

/** Starts a thread for the next call of `openThread`, which reports any failure. The thread doesn't keep the process alive. */
export function prepareThread(): void {
  if (prepared) return
  const sent: unknown[] = []
  try {
    // It sends one message before it gets a task. The outcomes of tasks mustn't collect here.
    const worker = startThread().once('message', (message) => sent.push(message))
    const drop = () => {
      prepared = undefined
    }
    worker.on('error', drop).on('exit', drop).unref()
    prepared = { worker, sent }
  } catch {
    // The page's reader fails the same way.
  }
}

export function openThread({ onMessage, onEnd }: ChannelListener): ReaderChannel {
  const { worker, sent } = prepared ?? { worker: startThread(), sent: [] }
  prepared = undefined
  let failure: Error | null = null
  for (const message of sent) queueMicrotask(() => onMessage(message))
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

function startThread(): Worker {
  return new Worker(threadProgram, {
    workerData: compileCacheFolder(),
    env: {},
    execArgv: [],
    // The output of libraries must not reach our standard output, which carries MCP messages over stdio.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: oldHeapMb, maxYoungGenerationSizeMb: youngHeapMb },
  })
}

/** Returns null if there isn't a compile cache. Node adds a subfolder for its version to the folder that it is given. */
function compileCacheFolder(): string | null {
  const folder = getCompileCacheDir()
  return folder === undefined ? null : dirname(folder)
}

const childProgram = fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url))

/**
 * Young objects get a third of the memory that V8's default of 64 MiB takes, at the same speed for real pages. The next two flags match
 * bin/gleaner.mjs. Without them, large pages take 10% longer (13 pages of 0.25 to 3 MB, 2026-11-26).
 */
export const v8Flags = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=200',
  '--no-allocation-site-pretenuring',
  '--expose-gc',
]

/** `heapMb` limits the JavaScript heap. The process has an empty environment and no open files except its channel. */
export function openChild(heapMb: number, { onMessage, onEnd }: ChannelListener): ReaderChannel {
  const child = fork(childProgram, [String(maxIdleBytes), compileCacheFolder() ?? ''], {
    env: {},
    execArgv: [`--max-old-space-size=${heapMb}`, ...v8Flags],
    cwd: '/',
    serialization: 'advanced',
    // The output of libraries, and of V8 when it runs out of memory, must not reach our own output.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let failure: Error | null = null
  child.on('message', onMessage)
  child.on('error', (error) => {
    failure = error
  })
  const gone = once(child, 'close').catch(() => {})
  void gone.then(() => {
    const how = child.signalCode ?? `exit code ${child.exitCode}`
    onEnd(new ReaderDied(`A reader process exited (${how})`, { cause: failure }))
  })
  return {
    send: (message) => {
      // If a message can't be written, the process's exit reports the failure.
      child.send(message, () => {})
    },
    ref() {
      child.ref()
      child.channel?.ref()
    },
    unref() {
      child.unref()
      child.channel?.unref()
    },
    kill() {
      // Keeps our own process alive until the child has exited, so that callers can await the exit.
      child.ref()
      child.kill('SIGKILL')
      return gone
    },
    memoryBytes: () => (child.pid === undefined ? null : privateBytesOf(child.pid)),
  }
}
