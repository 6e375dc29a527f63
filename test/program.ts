/** The program as a user starts it, through bin/gleaner.mjs. */

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { testSettings } from './service.ts'

export const bin = fileURLToPath(new URL('../bin/gleaner.mjs', import.meta.url))

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Starts `gleaner …` with the settings of the tests; nothing of this process's own environment but PATH. */
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

/** Runs it to its end. */
export async function runProgram(argv: readonly string[], settings: Record<string, string> = {}): Promise<Ended> {
  const child = startProgram(argv, settings)
  child.stdin?.end()
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { code, stdout, stderr }
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream ?? []) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
