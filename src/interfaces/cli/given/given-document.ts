/** Reads the document of `--file`. */

import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '../../../base/errors.ts'
import { readConfig } from '../../../config/config.ts'
import { tooLarge } from '../../../fetch/body/read-body.ts'
import type { GivenDocument } from '../../../page/page.ts'
import { readGiven } from './given-file.ts'

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

export const typeOfName = (path: string): string | null => typesByExtension[extname(path).toLowerCase()] ?? null

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
