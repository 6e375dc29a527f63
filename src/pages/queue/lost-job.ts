/** The errors for a request whose job no worker finished. */

import { ServiceError } from '../../base/errors.ts'

/** The error for a job that has brought down too many workers. Its page is not tried again. */
export function refusalOfDeadly(): ServiceError {
  return new ServiceError('invalid_response', 'The page is too complex: the workers that tried to load it crashed')
}

/** The error for a job that a worker started but didn't finish, with no other worker to take it over. The service never runs it itself. */
export function refusalOfUnfinished(): ServiceError {
  return new ServiceError(
    'invalid_response',
    'The worker that was rendering the page stopped or is unreachable, and no other worker is available',
  )
}
