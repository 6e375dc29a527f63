/** Opens the child processes in which documents and large pages are read. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { privateBytesOf } from '../process-memory.ts'
import { compileCacheFolder } from './open-thread.ts'
import { type ChannelListener, type ReaderChannel, ReaderDied } from './reader.ts'

const program = fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url))

/** Heap in MiB for young objects: a third of what V8 uses with its default of 64, at the same speed for real pages. */
const semiSpaceMb = 16

/** `heapMb` bounds the JavaScript heap. The process has an empty environment, and no open file except its channel. */
export function openChild(heapMb: number, { onMessage, onEnd }: ChannelListener): ReaderChannel {
  const child = fork(program, [compileCacheFolder() ?? ''], {
    env: {},
    execArgv: [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${semiSpaceMb}`],
    cwd: '/',
    serialization: 'advanced',
    // What V8 prints when it runs out of memory, and what a library prints, must not reach our output.
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
    onEnd(new ReaderDied(`A reader process ended (${how})`, { cause: failure }))
  })
  return {
    send: (message) => {
      // A message that can't be written any more is reported by the end of the process.
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
      // Whoever waits for its end must not be left waiting because nothing else keeps our process alive.
      child.ref()
      child.kill('SIGKILL')
      return gone
    },
    memoryBytes: () => (child.pid === undefined ? null : privateBytesOf(child.pid)),
  }
}
