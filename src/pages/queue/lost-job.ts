/** What a request is told whose job no worker finished. */

import { ServiceError } from '../../base/errors.ts'

/** The error for a job that has cost too many workers: its page is not tried again. */
export function refusalOfDeadly(): ServiceError {
  return new ServiceError('invalid_response', 'The page is too complex: the workers that tried it have ended')
}

/** The error for a job that a worker has begun and not finished, with no other worker to take it over. The service never does such a job itself. */
export function refusalOfUnfinished(): ServiceError {
  return new ServiceError(
    'invalid_response',
    'The worker that was rendering the page stopped or is out of reach, and there is no other worker',
  )
}
