/** Reads files that flags name. `-` is standard input. */

import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { ServiceError } from '../../../base/errors.ts'

/** Opens the file that the flag names. Throws value_error if it can't be read. */
export async function openGiven(flag: string, path: string, signal: AbortSignal): Promise<Readable> {
  signal.throwIfAborted()
  const stream = path === '-' ? process.stdin : createReadStream(path)
  // The stream's reader gets the error. If nothing is reading any more, the command has already finished.
  stream.on('error', () => {})
  // When the command stops, this also stops a reader waiting for input.
  signal.addEventListener('abort', () => stream.destroy(signal.reason), { once: true })
  if (path === '-') return stream
  try {
    // A folder can be opened, but not read.
    await once(stream, 'readable')
  } catch (error) {
    throw unreadable(flag, error)
  }
  return stream
}

/** Reads the whole file. Resolves with null if it has more than `maxBytes`. Throws value_error if it can't be read. */
export async function readGiven(
  flag: string,
  path: string,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  const stream = await openGiven(flag, path, signal)
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer)
      length += (chunk as Buffer).length
      if (length > maxBytes) return null
    }
  } catch (error) {
    throw signal.aborted ? error : unreadable(flag, error)
  }
  return Buffer.concat(chunks)
}

export const asArguments = 'Give several files, or a folder, as arguments without --file'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'no permission to read the file',
}

/** Reports the reason without the content, because the file may contain secrets. */
export function unreadable(flag: string, cause: unknown): ServiceError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  return new ServiceError(
    'value_error',
    `Value error, --${flag}: ${reasons[code] ?? `can't read the file: ${code || message}`}${flag === 'file' && code === 'EISDIR' ? `. ${asArguments}` : ''}`,
    { cause },
  )
}
