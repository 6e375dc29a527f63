/** Runs programs in separate processes, and measures their CPU time and memory. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { within } from '../../test/waits.ts'
import { readTreeCpuMs, readTreeMemory } from './process-tree.ts'

export interface Child {
  /** URL on which it listens. */
  url: string
  pid: number
  /** Milliseconds of CPU time used so far by all of the process's threads and children, in steps of ten. */
  cpuMs(): number
  /** Returns the memory of the process and its children. */
  residentMb(): number
  /** True while the process lives. */
  isAlive(): boolean
  stop(): Promise<void>
}

interface ChildOptions {
  /** True to notify the program when this process exits. */
  hasChannel?: boolean
}

/** Starts `node ARGS…` and waits for an output line with `listens on URL`. Throws if the process exits before that. */
export async function startChild(
  args: readonly string[],
  environment: Record<string, string> = {},
  { hasChannel = true }: ChildOptions = {},
): Promise<Child> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', ...(hasChannel ? ['ipc' as const] : [])],
  })
  const url = await within(`${args.join(' ')} to listen`, findUrl(child))
  child.stdout?.resume()
  const pid = child.pid as number
  return {
    url,
    pid,
    cpuMs: () => readTreeCpuMs(pid),
    residentMb() {
      const { serviceMb, readersMb } = readTreeMemory(pid)
      return serviceMb + readersMb
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: () => stop(child),
  }
}

async function findUrl(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const found = /listens on (http:\S+)/.exec(line)?.[1]
    if (found !== undefined) return found
  }
  throw new Error('The program exited before it listened')
}

/** Asks the process to stop, and kills it after ten seconds. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(timer)
}
