/** Programs in processes of their own: where they listen, what of the processor and of memory they use. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { within } from '../../test/waits.ts'

export interface Child {
  /** Where it listens. */
  url: string
  /** Milliseconds of the processor so far, of all its threads; the system counts them in tens. */
  cpuMs(): number
  residentMb(): number
  stop(): Promise<void>
}

export interface ChildOptions {
  /** It can see that this process has ended. */
  hasChannel?: boolean
}

/** Starts `node ARGS…` and waits until a line of its output says `listens on URL`. Throws when it ends before. */
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
  return {
    url,
    cpuMs: () => cpuMsOf(child.pid),
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: () => stop(child),
  }
}

async function findUrl(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const found = /listens on (http:\S+)/.exec(line)?.[1]
    if (found !== undefined) return found
  }
  throw new Error('The program has ended before it listened')
}

/** Ends the process: asks first, and kills after ten seconds. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(timer)
}

function cpuMsOf(pid: number | undefined): number {
  // The name of the program, in parentheses, may hold spaces. The system counts in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
