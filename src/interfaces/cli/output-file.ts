/** The flags `-o` and `-q` of an operation's command. */

import { writeFile } from 'node:fs/promises'
import type { CommandContext } from './command.ts'
import type { Flags } from './flags.ts'
import { asItIs } from './operation-failure.ts'

/**
 * Returns a context that writes to the file instead of standard output. Its `end` writes the file if there is any output. It resolves with
 * the given exit code, or 4 if writing fails.
 */
export function takeOutput(context: CommandContext, own: Flags['own']) {
  const values = new Map(own)
  const isQuiet = values.get('quiet') === 'true'
  const file = values.get('output-file') || '-'
  if (file === '-') return { context, isQuiet, end: async (exitCode: number) => exitCode }
  const pieces: (string | Uint8Array)[] = []
  const { foreign, err } = context
  return {
    isQuiet,
    context: {
      ...context,
      out: (text: string | Uint8Array) => void pieces.push(text),
      foreign: { ...foreign, out: asItIs },
      width: undefined,
    },
    async end(exitCode: number) {
      try {
        if (pieces.length > 0) await writeFile(file, Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))))
        return exitCode
      } catch (error) {
        err(`gleaner: can't write ${file}: ${(error as Error).message}\n`)
        return 4
      }
    },
  }
}
