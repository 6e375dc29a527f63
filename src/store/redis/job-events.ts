/** Listens to what BullMQ reports about jobs, and starts over where BullMQ has lost its connection for good. */

import { QueueEvents } from 'bullmq'
import type { RedisConnection } from './connection.ts'
import { queuePrefix } from './job-turns.ts'

interface JobEventHandlers {
  onBegin(id: string): void
  /** With what the worker returned. */
  onEnd(id: string, returned: unknown): void
  /** The job has cost too many workers. */
  onFailure(id: string): void
}

export interface JobEvents {
  /**
   * Listens over a new connection, from the last event on. BullMQ waits for ever for a connection that was accepted and stays silent, as
   * those are that a firewall has dropped.
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
  // BullMQ connects copies of it.
  const template = driver.duplicate({ lazyConnect: true, enableOfflineQueue: true, maxRetriesPerRequest: null })
  // From the beginning of what BullMQ keeps: events of earlier jobs are ignored.
  let lastEventId = '0'
  let current = open()

  function open(): QueueEvents {
    const events = new QueueEvents(queue, {
      ...{ connection: template, prefix: queuePrefix, skipVersionCheck: true },
      ...{ blockingTimeout: waitForEventsMs, lastEventId },
    })
    // The other connection to the same Redis reports its errors.
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

  // Not awaited: BullMQ waits for connections that were never there.
  const close = () => void current.close().catch(() => {})
  return {
    restart() {
      close()
      current = open()
    },
    close,
  }
}
