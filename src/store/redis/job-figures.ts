/** Reads the number of jobs that are waiting or running, and the number of live workers. */

import type { Queue } from 'bullmq'
import type { JobQueueFigures } from '../../pages/queue/job-queue.ts'
import type { RedisConnection } from './connection.ts'
import { countWorkers, type JobKeys } from './job-turns.ts'

/** States of jobs that no worker has begun. */
export const waitingStates = ['waiting', 'prioritized', 'delayed'] as const

/** `stopping` counts workers that are only finishing their current jobs. Returns null while Redis is unavailable. */
export async function readJobFigures(
  commands: RedisConnection,
  queue: Queue,
  keys: JobKeys,
): Promise<(JobQueueFigures & { stopping: number }) | null> {
  return commands.ask(
    async (redis) => {
      const [waiting, running, alive] = await Promise.all([
        queue.getJobCountByTypes(...waitingStates),
        queue.getActiveCount(),
        countWorkers(redis, keys),
      ])
      return { waiting, running, ...alive }
    },
    () => null,
  )
}
