/** Files that the flags of a command name; `-` is standard input. */

import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { ServiceError } from '../../../base/errors.ts'

/** Opens the file that the flag names. Throws value_error when it can't be read. */
export async function openGiven(flag: string, path: string, signal: AbortSignal): Promise<Readable> {
  signal.throwIfAborted()
  const stream = path === '-' ? process.stdin : createReadStream(path)
  // Whoever reads the stream is told; where the command ends before anybody does, nobody is.
  stream.on('error', () => {})
  // A reader that waits for input ends with the command.
  signal.addEventListener('abort', () => stream.destroy(signal.reason), { once: true })
  if (path === '-') return stream
  try {
    // A folder can be opened, and not be read.
    await once(stream, 'readable')
  } catch (error) {
    throw unreadable(flag, error)
  }
  return stream
}

/** All bytes of that file; null when there are more than `maxBytes`. Throws value_error when it can't be read. */
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

/** The reason without the content: the file may hold secrets. */
export function unreadable(flag: string, cause: unknown): ServiceError {
  const { code, message } = cause as NodeJS.ErrnoException
  return new ServiceError('value_error', `Value error, --${flag}: the file can't be read: ${code ?? message}`, {
    cause,
  })
}
