/** Runs the program through bin/gleaner.mjs, as a user does. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { testSettings } from './service.ts'
import { within } from './waits.ts'

export const bin = fileURLToPath(new URL('../bin/gleaner.mjs', import.meta.url))

export interface EndedProgram {
  /** Exit code, or null if a signal killed it. */
  code: number | null
  stdout: string
  stderr: string
}

/** Starts `gleaner …` with the test settings. Passes on only `PATH` from this process's environment. */
export function startProgram(
  argv: readonly string[],
  settings: Record<string, string> = {},
  program: string = bin,
): ChildProcess {
  return spawn(process.execPath, [program, ...argv], {
    env: { PATH: process.env.PATH, ...testSettings, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Starts the program and waits until it exits. */
export async function runProgram(
  argv: readonly string[],
  settings: Record<string, string> = {},
): Promise<EndedProgram> {
  const child = startProgram(argv, settings)
  child.stdin?.end()
  const streams = [child.stdout, child.stderr] as [NodeJS.ReadableStream, NodeJS.ReadableStream]
  const ended = Promise.all([text(streams[0]), text(streams[1]), once(child, 'close')])
  const [stdout, stderr, [code]] = await within(`the end of gleaner ${argv.join(' ')}`, ended)
  return { code, stdout, stderr }
}

/** The key from a service's first start, which writes it to a file because its standard output isn't a terminal. */
export function readFirstKey(dataFolder: string): string {
  return readFileSync(join(dataFolder, 'first-key'), 'utf8').trim()
}
