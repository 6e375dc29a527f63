/** Listens to the events that BullMQ reports about jobs, and starts over if BullMQ has lost its connection for good. */

import { QueueEvents } from 'bullmq'
import type { RedisConnection } from './connection.ts'
import { queuePrefix } from './job-turns.ts'

interface JobEventHandlers {
  onBegin(id: string): void
  /** `returned` is the value that the worker returned. */
  onEnd(id: string, returned: unknown): void
  /** Too many workers were lost while running the job. */
  onFailure(id: string): void
}

export interface JobEvents {
  /**
   * Listens over a new connection, starting after the last event. BullMQ waits forever for a connection that was accepted but stays silent,
   * for example because a firewall dropped it.
   */
  restart(): void
  close(): void
}

/** How long one command waits for events. */
const waitForEventsMs = 2000

export function openJobEvents(
  queue: string,
  driver: RedisConnection['driver'],
  { onBegin, onEnd, onFailure }: JobEventHandlers,
): JobEvents {
  // Never connects itself: BullMQ connects copies of it.
  const template = driver.duplicate({ lazyConnect: true, enableOfflineQueue: true, maxRetriesPerRequest: null })
  // Starts with the oldest event that BullMQ keeps. Events of earlier jobs are ignored.
  let lastEventId = '0'
  let current = open()

  function open(): QueueEvents {
    const events = new QueueEvents(queue, {
      ...{ connection: template, prefix: queuePrefix, skipVersionCheck: true },
      ...{ blockingTimeout: waitForEventsMs, lastEventId },
    })
    // The other connection to the same Redis reports errors.
    events.on('error', () => {})
    const read = (eventId: string) => {
      if (events === current) lastEventId = eventId
    }
    events.on('active', ({ jobId }, eventId) => {
      read(eventId)
      onBegin(jobId)
    })
    events.on('completed', ({ jobId, returnvalue }, eventId) => {
      read(eventId)
      onEnd(jobId, returnvalue)
    })
    events.on('failed', ({ jobId }, eventId) => {
      read(eventId)
      onFailure(jobId)
    })
    return events
  }

  // Not awaited, because BullMQ also waits for connections that were never established.
  const close = () => void current.close().catch(() => {})
  return {
    restart() {
      close()
      current = open()
    },
    close,
  }
}
