/** What a queue holds at this moment, as its callers and its workers ask for it. */

import type { JobQueueFigures } from '../../pages/queue/job-queue.ts'
import type { RedisConnection } from './connection.ts'
import { type JobKeys, jobFiguresScript } from './job-scripts.ts'

/** Null while Redis is away. */
export async function readJobFigures(connection: RedisConnection, keys: JobKeys): Promise<JobQueueFigures | null> {
  const read = await connection.ask(
    (redis) => jobFiguresScript(redis, [keys.prioritized, keys.wait, keys.active, keys.workers], []),
    () => null,
  )
  if (read === null) return null
  const [waiting = 0, running = 0, workers = 0] = read as number[]
  return { waiting, running, workers }
}
