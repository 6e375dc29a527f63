/** The errors that the sandbox throws when it refuses work. */

import { ServiceError } from '../base/errors.ts'

export function overloaded(): ServiceError {
  return new ServiceError('overloaded', 'Too many pages are waiting to be read', { retryAfterS: 1 })
}

export function tooComplex(why: string): ServiceError {
  return new ServiceError('invalid_response', `The page is too complex to read: ${why}`)
}
