/** The errors for documents that can't be read, worded the same for every format. `reason` completes the sentence. */

import { ServiceError } from '../../base/errors.ts'
import type { Warning } from '../../contract/warning.ts'

export function brokenDocument(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_response', `The document is broken: ${reason}`, { cause })
}

/** An error that concerns the whole document, even if it occurs in one of its parts. */
export class WholeDocumentError extends ServiceError {}

export function lockedDocument(reason = 'it needs a password', lock = 'a password'): ServiceError {
  const next = `Gleaner can't unlock documents. Use a copy without ${lock}.`
  return new WholeDocumentError('invalid_response', `The document is locked: ${reason}`, { next, isFinal: true })
}

/** The error for a document with too many bytes, characters or cells. */
export function tooLargeToRead(reason: string): ServiceError {
  return new WholeDocumentError('invalid_response', `The document is too large to read: ${reason}`)
}

export function tooComplexToRead(reason: string): ServiceError {
  return new ServiceError('invalid_response', `The document is too complex to read: ${reason}`)
}

/** `html`: the body of the document. Returns no warnings if it has text. */
export function noText(html: string): Warning[] {
  if (/[^\s<>]/.test(html.replace(/<[^>]*>/g, ''))) return []
  return [{ code: 'no_text', message: 'The document contains no text: it is empty, or its pages are images' }]
}
