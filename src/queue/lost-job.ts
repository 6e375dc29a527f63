/** Which jobs are given up, as their pages may be what ends the workers. */

import { ServiceError } from '../errors.ts'
import type { TakenJob } from './job-queue.ts'

/** A page that has ended two workers is not tried again. */
const maxLosses = 1

/** What a job is answered in place of being tried once more, or null. */
export function refusalOfLost({ losses }: Pick<TakenJob, 'losses'>): ServiceError | null {
  if (losses <= maxLosses) return null
  return new ServiceError('invalid_response', 'The page is too complex: the workers that tried it have ended')
}
