/** The error of a database that does not answer: thrown by every store, recognised where a request can do without the database. */

import { ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'

/** A ServiceError storage_unavailable with a hint to retry after 5 seconds. The failure is reported as an event. */
export function storageUnavailable(cause?: unknown): ServiceError {
  emit('gleaner:storage', { error: codeOf(cause) })
  return new ServiceError('storage_unavailable', 'The database does not answer', { cause, retryAfterS: 5 })
}

/** Throws every other error: for what can be done another time. */
export function ignoreUnavailable(error: unknown): void {
  if (!isStorageUnavailable(error)) throw error
}

/** Whether the error is storage_unavailable. */
export function isStorageUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.type === 'storage_unavailable'
}

/** What a driver calls its error. Its message may hold a statement. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unsure'
  return (cause as NodeJS.ErrnoException).code ?? cause.name
}
