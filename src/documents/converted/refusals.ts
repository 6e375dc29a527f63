/** The errors of documents that can't be read, in the same words for every kind. `reason` ends the sentence. */

import { ServiceError } from '../../base/errors.ts'

export function brokenDocument(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_response', `The document is broken: ${reason}`, { cause })
}

export function lockedDocument(reason = 'it asks for a password'): ServiceError {
  return new ServiceError('invalid_response', `The document is locked: ${reason}`)
}

/** Beyond a limit of bytes, characters or cells. */
export function tooLargeToRead(reason: string): ServiceError {
  return new ServiceError('invalid_response', `The document is too large to read: ${reason}`)
}

/** Beyond a limit of elements. */
export function tooComplexToRead(reason: string): ServiceError {
  return new ServiceError('invalid_response', `The document is too complex to read: ${reason}`)
}
