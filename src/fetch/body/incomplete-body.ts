/** Checks if a partial body holds a whole document, and creates the warning for incomplete bodies. */

import type { Warning } from '../../contract/warning.ts'
import { holdsJson } from '../../page/media-kind.ts'
import { type ByteSink, type DecodeOptions, decodeContent } from './read-body.ts'

/** True if the bytes received so far hold a whole HTML document or JSON value after decoding. */
export async function holdsDocument(
  sink: Pick<ByteSink, 'copy'>,
  headers: Readonly<Record<string, string>>,
  options: Omit<DecodeOptions, 'isCut'>,
): Promise<boolean> {
  try {
    const body = await decodeContent(sink.copy(), headers['content-encoding'] ?? null, { ...options, isCut: true })
    options.share.give(body.length)
    return /<\/html\s*>/i.test(Buffer.from(body.buffer).toString('latin1')) || holdsJson({ body, rendered: false })
  } catch {
    return false
  }
}

interface Received {
  status: number
  /** Headers by lower-case name. */
  headers: Readonly<Record<string, string>>
  /** True if the time limit was reached before the end of the body. */
  isCut: boolean
}

/** Returns a warning if the body is only part of the page. */
export function bodyIncomplete({ status, headers, isCut }: Received): Warning[] {
  const cause = isCut
    ? 'The response was incomplete at the time limit'
    : status === 206 && isPart(headers['content-range'] ?? '')
      ? 'The target sent only part of the page'
      : null
  return cause === null ? [] : [{ code: 'body_incomplete', message: `${cause}; the result contains what had arrived` }]
}

function isPart(contentRange: string): boolean {
  const [, first, last, length] = /^\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)/i.exec(contentRange) ?? []
  return Number(first) > 0 || Number(last) + 1 < Number(length)
}
