/** Reads files that flags, arguments and `file:` URLs name, also as documents. `-` is standard input. */

import { once } from 'node:events'
import { constants, createReadStream } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { basename, extname, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '../../../base/errors.ts'
import { readConfig } from '../../../config/config.ts'
import { tooLarge } from '../../../fetch/body/read-body.ts'
import type { GivenDocument } from '../../../page/page.ts'
import { createLineReader } from '../../line-reader.ts'

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

/** Enough for a URL of 2,083 characters with some surrounding white space. */
const maxLineBytes = 16 * 1024

/**
 * Yields the URLs of `--input` as they are needed: trimmed lines, without Windows line endings or a byte order mark. Skips blank lines.
 * Yields null for a line that is longer than any URL.
 */
export async function* addressesIn(input: AsyncIterable<Buffer>): AsyncGenerator<string | null> {
  let lines: (string | null)[] = []
  const read = createLineReader(maxLineBytes, (line) => lines.push(line))
  function taken(): (string | null)[] {
    const whole = lines
    lines = []
    return whole.map((line) => line?.trim() ?? null)
  }
  for await (const chunk of input) {
    read(chunk)
    yield* taken()
  }
  // The last line may lack a line break.
  read(Buffer.from('\n'))
  yield* taken()
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

/** Text formats that the first bytes might not reveal. */
const typesByExtension: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
}

/** Throws the same errors as `readGivenDocument`. */
export async function readNamedFile(url: URL, signal: AbortSignal): Promise<GivenDocument> {
  return (await readGivenDocument({ file: fileURLToPath(url) }, signal)) as GivenDocument
}

const typeOfName = (path: string): string | null => typesByExtension[extname(path).toLowerCase()] ?? null

/**
 * Resolves with null if neither `--file` nor `--html` is given. Throws value_error, `missing` for an empty document, and response_too_large
 * as for a fetched page.
 */
export async function readGivenDocument(
  { file, html }: { file?: string; html?: string },
  signal: AbortSignal,
): Promise<GivenDocument | null> {
  const path = file ?? html
  if (path === undefined) return null
  const { GLEANER_MAX_BODY_BYTES: maxBytes } = readConfig()
  const flag = file === undefined ? 'html' : 'file'
  const bytes = await readGiven(flag, path, { maxBytes, signal })
  if (bytes === null) throw tooLarge(maxBytes)
  if (bytes.byteLength === 0) throw new ServiceError('missing', `--${flag}: the document is empty`)
  const contentType = file === undefined ? 'text/html' : typeOfName(path)
  return { bytes: new Uint8Array(bytes), contentType, fileName: basename(path) }
}

/**
 * Reads the file of a `file:` URL. The checks concern the opened file, so replacing a part of its path has no effect. Throws
 * address_refused for a file that isn't a regular file below one of the folders, also if it doesn't exist, and response_too_large.
 */
export async function readFileBelow(url: URL, folders: readonly string[], maxBytes: number): Promise<GivenDocument> {
  const refuse = (cause?: unknown) =>
    new ServiceError('address_refused', 'The URL is not that of a file in the folders that GLEANER_FILES lists', {
      cause,
    })
  let path = ''
  try {
    path = fileURLToPath(url)
    // Opening a pipe would otherwise wait for its other end.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const real = await realpath(path)
      const [opened, atPath] = await Promise.all([file.stat({ bigint: true }), stat(real, { bigint: true })])
      const isSame = opened.dev === atPath.dev && opened.ino === atPath.ino
      const isBelow = await Promise.all(folders.map(async (folder) => isInside(real, await realpath(folder))))
      if (!opened.isFile() || !isSame || !isBelow.includes(true)) throw refuse()
      if (opened.size > maxBytes) throw tooLarge(maxBytes)
      const bytes = new Uint8Array(await file.readFile())
      if (bytes.length > maxBytes) throw tooLarge(maxBytes)
      return { bytes, contentType: typeOfName(path), fileName: basename(path) }
    } finally {
      await file.close()
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : refuse(error)
  }
}

function isInside(path: string, folder: string): boolean {
  const below = relative(folder, path)
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`)
}
