/** Listens to the events that BullMQ reports about jobs. */

import { QueueEvents } from 'bullmq'
import type { RedisConnection } from './connection.ts'
import { queuePrefix } from './job-turns.ts'

interface JobEventHandlers {
  onBegin(id: string): void
  /** `returned` is the value that the worker returned. */
  onEnd(id: string, returned: unknown): void
  /** Called if too many workers were lost while running the job. */
  onFailure(id: string): void
}

/** The time that a command waits for events, and the time that the connection may be silent before it is replaced. */
const waitForEventsMs = 2000
const silentMs = waitForEventsMs + 1000

/** BullMQ delivers the events that were missed while the connection was down. */
export function openJobEvents(
  queue: string,
  driver: RedisConnection['driver'],
  { onBegin, onEnd, onFailure }: JobEventHandlers,
): QueueEvents {
  // BullMQ connects a copy of this connection. Without the timeout, nothing would close a connection that was accepted but stays silent.
  const connection = driver.duplicate({
    ...{ lazyConnect: true, enableOfflineQueue: true, maxRetriesPerRequest: null, socketTimeout: silentMs },
  })
  const options = { connection, prefix: queuePrefix, skipVersionCheck: true, blockingTimeout: waitForEventsMs }
  // Starts with the oldest event that BullMQ keeps. Events of earlier jobs are ignored.
  const events = new QueueEvents(queue, { ...options, lastEventId: '0' })
  // Another connection to the same Redis reports errors.
  events.on('error', () => {})
  events.on('active', ({ jobId }) => onBegin(jobId))
  events.on('completed', ({ jobId, returnvalue }) => onEnd(jobId, returnvalue))
  events.on('failed', ({ jobId }) => onFailure(jobId))
  return events
}
