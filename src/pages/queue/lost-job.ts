/** Which jobs are given up because their pages may be what kills the workers. */

import { ServiceError } from '../../base/errors.ts'
import type { TakenJob } from './job-queue.ts'

/** A page that has ended two workers is not tried again. */
const maxLosses = 1

/** What a job is answered in place of being tried once more, or null. */
export function refusalOfLost({ losses }: Pick<TakenJob, 'losses'>): ServiceError | null {
  if (losses <= maxLosses) return null
  return new ServiceError('invalid_response', 'The page is too complex: the workers that tried it have ended')
}

/** The error for a job that a worker has begun and not finished, with no other worker to take it over. The service never does such a job itself. */
export function refusalOfUnfinished(): ServiceError {
  return new ServiceError(
    'invalid_response',
    'The worker that was rendering the page stopped or is out of reach, and there is no other worker',
  )
}
