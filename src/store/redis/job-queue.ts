/** Sends jobs to the workers of a BullMQ queue and waits for their answers. */

import { Queue, QueueEvents } from 'bullmq'
import { pause } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import { Semaphore } from '../../base/semaphore.ts'
import { type Job, type JobQueue, type JobQueueFigures, type JobWatch, keyOfJob } from '../../pages/queue/job-queue.ts'
import type { RedisConnection, RedisLink } from './connection.ts'
import { type JobKeys, jobKeys, queuePrefix, readJobFigures, takeTurn, waitingStates } from './job-turns.ts'

interface RedisJobQueueOptions {
  /** Name of the queue, such as `renders`. */
  name: string
  /** Maximum number of waiting jobs across all processes, for tests. Any beyond that are refused. */
  maxWaiting?: number
  /** The last turn before turns start over, for tests. */
  maxTurn?: number
}

export interface StoredJob {
  /** Redis's time in milliseconds. */
  sentAt: number
  leftMs: number
  /** Base64. */
  content: string
}

/** Bytes of a worker's answer, or null if the worker couldn't open the job. */
export type StoredAnswer = number | null

type JobEnd = { how: 'answered'; bytes: number } | { how: 'unattended' | 'unreadable' | 'deadly' | 'lost' }

interface PendingJob {
  /** Time of the job's last event, or else when it was added, on the `performance.now()` clock. */
  heardAt: number
  hasBegun: boolean
  begin(): void
  end(end: JobEnd): void
}

const lookEveryMs = 2000
/** The time that callers wait for workers to return before they do the work themselves, and the interval between attempts. */
const returnMs = 3000
const returnEveryMs = 250
/** Maximum number of jobs to add or remove at a time. The answer to a command queued behind thousands of others would come too late. */
const maxCommands = 64
const never = new AbortController().signal
/** The time without events after which a job is looked up, and the maximum number of jobs to look up at a time. */
const quietMs = 3000
const maxAsked = 200

/**
 * The producer side of a queue. While Redis is unavailable or not yet connected, jobs aren't sent to workers: `run` resolves with null, and
 * the caller does the work itself.
 */
export class RedisJobQueue implements JobQueue {
  readonly #name: string
  readonly #commands: RedisConnection
  readonly #keys: JobKeys
  readonly #queue: Queue<StoredJob>
  readonly #events: QueueEvents
  readonly #maxWaiting: number
  readonly #maxTurn: number
  readonly #pending = new Map<string, PendingJob>()
  readonly #adding = new Semaphore(maxCommands)
  readonly #leaving = new Semaphore(maxCommands)
  readonly #timer = setInterval(() => void this.#look(), lookEveryMs).unref()
  #latest: JobQueueFigures = { waiting: 0, running: 0, workers: 0 }
  /** The last time that a worker was known to be alive, on the `performance.now()` clock. */
  #attendedAt = Number.NEGATIVE_INFINITY
  #isAttended: boolean | null = null

  constructor(link: RedisLink, { name, maxWaiting = 10_000, maxTurn = 1_000_000 }: RedisJobQueueOptions) {
    const commands = link.open()
    this.#name = name
    this.#commands = commands
    this.#keys = jobKeys(name)
    this.#maxWaiting = maxWaiting
    this.#maxTurn = maxTurn
    this.#queue = new Queue(name, { connection: commands.driver, prefix: queuePrefix, skipVersionCheck: true })
    // The connection reports its own errors.
    this.#queue.on('error', () => {})
    this.#events = openEvents(name, commands.driver)
    this.#events.on('active', ({ jobId }) => this.#pending.get(jobId)?.begin())
    // The value is what the worker returned. A job fails if too many workers were lost while running it.
    this.#events.on('completed', ({ jobId, returnvalue: bytes }: { jobId: string; returnvalue: unknown }) =>
      this.#pending.get(jobId)?.end(typeof bytes === 'number' ? { how: 'answered', bytes } : { how: 'unreadable' }),
    )
    this.#events.on('failed', ({ jobId }) => this.#pending.get(jobId)?.end({ how: 'deadly' }))
    commands.driver.on('ready', () => {
      void this.#look()
      void this.#findMissed(0)
    })
  }

  async run(job: Job, watch: JobWatch): Promise<Uint8Array | null> {
    const until = performance.now() + job.leftMs
    let hasBegun = false
    const onBegin = () => {
      hasBegun = true
      watch.onBegin?.()
    }
    for (;;) {
      const outcome = await this.#tryOnce({ ...job, leftMs: until - performance.now() }, { ...watch, onBegin })
      if (typeof outcome !== 'string') return outcome
      if (outcome === 'deadly') throw lost('The page is too complex: the workers that tried to load it crashed')
      if (outcome === 'unreadable') {
        emit('gleaner:lifecycle', { event: 'queue_job_unreadable', detail: this.#name })
        return null
      }
      if (outcome === 'lost' || hasBegun || !this.#mayReturn()) break
      await pause(returnEveryMs, watch.signal)
    }
    if (!hasBegun) return null
    // The page may have killed its worker, so the service doesn't load it here.
    const stopped = 'The worker that was rendering the page stopped or is unreachable'
    throw lost(`${stopped}, and no other worker is available`)
  }

  figures(): JobQueueFigures {
    return this.#latest
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#attendedAt = Number.NEGATIVE_INFINITY
    for (const job of this.#pending.values()) job.end({ how: 'unattended' })
    // This isn't awaited, because BullMQ also waits for connections that were never established.
    this.#queue.close().catch(() => {})
    this.#events.close().catch(() => {})
  }

  /** Resolves with the answer, or with the reason why there isn't one. */
  async #tryOnce(job: Job, watch: JobWatch): Promise<Uint8Array | JobEnd['how']> {
    const { promise, resolve, reject } = Promise.withResolvers<JobEnd>()
    const onAbort = () => reject(watch.signal.reason)
    const pending: PendingJob = {
      heardAt: Number.POSITIVE_INFINITY,
      hasBegun: false,
      begin() {
        pending.hasBegun = true
        pending.heardAt = performance.now()
        watch.onBegin?.()
      },
      end: resolve,
    }
    const release = await this.#adding.acquire(watch.signal, keyOfJob(job.id))
    this.#pending.set(job.id, pending)
    try {
      if (!(await this.#add(job).finally(release))) return 'unattended'
      pending.heardAt = Math.min(pending.heardAt, performance.now())
      if (watch.signal.aborted) onAbort()
      else watch.signal.addEventListener('abort', onAbort)
      const end = await promise
      if (end.how === 'answered') return (await this.#receive(job.id, end.bytes, watch)) ?? 'lost'
      if (end.how === 'unattended') void this.#leave(job.id)
      return end.how
    } catch (error) {
      if (watch.signal.aborted) void this.#leave(job.id)
      throw error
    } finally {
      watch.signal.removeEventListener('abort', onAbort)
      this.#pending.delete(job.id)
    }
  }

  /** Resolves with true if a worker will take the job. */
  async #add({ id, leftMs, content }: Job): Promise<boolean> {
    const turn = await this.#commands.ask(
      (redis) =>
        Promise.all([
          takeTurn(redis, this.#keys, { apiKey: apiKeyOf(id), maxTurn: this.#maxTurn }),
          this.#queue.getJobCountByTypes(...waitingStates),
        ]),
      null,
    )
    if (turn === null) return false
    const [taken, waiting] = turn
    this.#setAttended(taken !== null)
    if (taken === null) return false
    this.#attendedAt = performance.now()
    if (waiting >= this.#maxWaiting) {
      throw new ServiceError('overloaded', 'Too many pages are waiting for a worker', { retryAfterS: 2 })
    }
    const data = { sentAt: taken.now, leftMs, content: Buffer.from(content).toString('base64') }
    return this.#commands.ask(async () => {
      const kept = { removeOnComplete: true, removeOnFail: true }
      await this.#queue.add(this.#name, data, { jobId: id, priority: taken.turn, ...kept })
      return true
    }, false)
  }

  async #receive(id: string, bytes: number, { signal, onAnswer }: JobWatch): Promise<Uint8Array | null> {
    const { driver } = this.#commands
    const key = this.#keys.answerOf(id)
    try {
      signal.throwIfAborted()
      onAnswer(bytes)
    } catch (error) {
      void driver.del(key).catch(() => {})
      throw error
    }
    // A large answer may take longer than the time limit for other commands.
    return driver.getdelBuffer(key).catch(() => null)
  }

  async #leave(id: string): Promise<void> {
    const release = await this.#leaving.acquire(never)
    await this.#commands.ask(async (redis) => {
      if ((await this.#queue.remove(id)) === 1) await redis.hincrby(this.#keys.turns, apiKeyOf(id), -1)
      else await redis.publish(this.#keys.abandoned, id)
    }, null)
    release()
  }

  /** True if Redis and its workers may be back in a moment. */
  #mayReturn(): boolean {
    return performance.now() - this.#attendedAt < returnMs
  }

  /** Reports only changes. */
  #setAttended(isAttended: boolean): void {
    if (isAttended === (this.#isAttended ?? true)) return
    this.#isAttended = isAttended
    emit('gleaner:lifecycle', {
      event: isAttended ? 'queue_with_workers' : 'queue_without_workers',
      detail: this.#name,
    })
  }

  async #look(): Promise<void> {
    const figures = await readJobFigures(this.#commands, this.#queue, this.#keys)
    if (figures) this.#latest = figures
    if (figures && figures.workers > 0) this.#attendedAt = performance.now()
    if (figures && this.#isAttended !== null) this.#setAttended(figures.workers > 0)
    if (!this.#mayReturn()) this.#endUnattended(figures)
    await this.#findMissed(quietMs)
  }

  #endUnattended(figures: { stopping: number } | null): void {
    for (const job of this.#pending.values()) {
      // A worker that is stopping finishes the jobs that it has begun.
      if (!figures || !job.hasBegun || figures.stopping === 0) job.end({ how: 'unattended' })
    }
  }

  /** Looks up jobs that have had no events for `afterMs`. Redis may have lost the jobs or their events. */
  async #findMissed(afterMs: number): Promise<void> {
    const before = performance.now() - afterMs
    const quiet = [...this.#pending].filter(([, { heardAt }]) => heardAt <= before).slice(0, maxAsked)
    await Promise.all(
      quiet.map(async ([id, job]) => {
        const [state, bytes] = await this.#commands.ask(
          (redis) => Promise.all([this.#queue.getJobState(id), redis.strlen(this.#keys.answerOf(id))]),
          [null, 0] as const,
        )
        if (state === 'active' && !job.hasBegun) job.begin()
        if (bytes > 0) job.end({ how: 'answered', bytes })
        else if (state === 'unknown') job.end({ how: 'lost' })
      }),
    )
  }
}

/** The time that a command waits for events, and the time that the connection may be silent before it is replaced. */
const waitForEventsMs = 2000
const silentMs = waitForEventsMs + 1000

/** Listens to the events that BullMQ reports about jobs, and also delivers those that were missed while the connection was down. */
function openEvents(queue: string, driver: RedisConnection['driver']): QueueEvents {
  // BullMQ connects a copy of this connection. Without the timeout, nothing would close a connection that was accepted but stays silent.
  const connection = driver.duplicate({
    ...{ lazyConnect: true, enableOfflineQueue: true, maxRetriesPerRequest: null, socketTimeout: silentMs },
  })
  const options = { connection, prefix: queuePrefix, skipVersionCheck: true, blockingTimeout: waitForEventsMs }
  // Starts with the oldest event that BullMQ keeps. Events of earlier jobs are ignored.
  const events = new QueueEvents(queue, { ...options, lastEventId: '0' })
  // Another connection to the same Redis reports errors.
  events.on('error', () => {})
  return events
}

function lost(message: string): ServiceError {
  return new ServiceError('invalid_response', message)
}

/** Returns the API key's ID, which is the part of the job ID before the period. */
function apiKeyOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}
