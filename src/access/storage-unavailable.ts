/** The error for a database that doesn't answer. Every store throws it, and callers that don't need the database catch it. */

import { ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'

/** Creates a storage_unavailable ServiceError with a hint to retry after 5 seconds, and emits the failure as an event. */
export function storageUnavailable(cause?: unknown): ServiceError {
  emit('gleaner:storage', { error: codeOf(cause) })
  return new ServiceError('storage_unavailable', 'The database is not responding', { cause, retryAfterS: 5 })
}

/** Ignores storage_unavailable, for work that can wait. Rethrows every other error. */
export function ignoreUnavailable(error: unknown): void {
  if (!isStorageUnavailable(error)) throw error
}

export function isStorageUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.type === 'storage_unavailable'
}

/** Returns the driver's error code, because the error's message may contain a statement. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unsure'
  return (cause as NodeJS.ErrnoException).code ?? cause.name
}
