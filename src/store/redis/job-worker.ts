/** Takes jobs from a BullMQ queue and answers them, until the process stops. */

import { randomUUID } from 'node:crypto'
import { DelayedError, type Job, Queue, Worker } from 'bullmq'
import { succeedsWithin } from '../../base/deadline.ts'
import { emit } from '../../base/events.ts'
import type { JobQueueFigures, JobWorker, WorkOnJob } from '../../pages/queue/job-queue.ts'
import type { RedisConnection, RedisLink } from './connection.ts'
import type { StoredAnswer, StoredJob } from './job-queue.ts'
import { announceWorker, beginTurn, type JobKeys, jobKeys, queuePrefix, readJobFigures } from './job-turns.ts'

interface RedisJobWorkerOptions {
  /** Name of the queue, such as `renders`. */
  name: string
  concurrency: number
  work: WorkOnJob
}

const announceEveryMs = 1500
/** If a worker doesn't renew its job's lock for this long, another worker takes the job at its next check for lost jobs. */
const lockMs = 5000
const renewEveryMs = 2000
const lookForLostEveryMs = 2000
/** A job fails if more workers than this were lost while running it, because its page may have killed them. */
const maxLosses = 1
/** The time that a command waits for a job, and the time that the connection may be silent before it is replaced. */
const waitForJobS = 2
const silentMs = waitForJobS * 1000 + 1000
/** Maximum time between two attempts to connect. */
const retryMs = 500
/** Answers that are not fetched expire after this time. */
const answerKeptMs = 15_000
/** Maximum time that closing waits for pending writes to Redis. */
const closeLimitMs = 2000

/** After an error, BullMQ's commands wait for ten seconds, which is longer than our connections may be silent. */
class PromptWorker<Data, Result> extends Worker<Data, Result> {
  override get maximumBlockTimeout(): number {
    return waitForJobS
  }
}

export class RedisJobWorker implements JobWorker {
  readonly #link: RedisLink
  readonly #id = randomUUID()
  readonly #keys: JobKeys
  readonly #commands: RedisConnection
  readonly #driver: RedisConnection['driver']
  readonly #queue: Queue
  readonly #worker: Worker<StoredJob, StoredAnswer>
  readonly #work: WorkOnJob
  readonly #timer = setInterval(() => void this.#announce(), announceEveryMs)
  readonly #idle = Promise.withResolvers<void>()
  #running = 0
  #isClosing = false
  #latest: JobQueueFigures = { waiting: 0, running: 0, workers: 0 }

  constructor(link: RedisLink, { name, concurrency, work }: RedisJobWorkerOptions) {
    this.#link = link
    this.#keys = jobKeys(name)
    this.#work = work
    this.#driver = link.open({
      // BullMQ's commands wait for Redis to return. Commands whose replies were lost with a connection must be resent, or BullMQ would wait
      // forever.
      ...{ maxRetriesPerRequest: null, enableOfflineQueue: true, autoResendUnfulfilledCommands: true },
      // Nothing else would close a connection that was accepted but stays silent.
      socketTimeout: silentMs,
      retryStrategy: (times: number) => Math.min(100 * times, retryMs),
    }).driver
    this.#commands = link.open()
    this.#queue = new Queue(name, { connection: this.#commands.driver, prefix: queuePrefix, skipVersionCheck: true })
    this.#queue.on('error', () => {})
    this.#worker = this.#openWorker(name, concurrency)
    const abandoned = link.open()
    abandoned.driver.on('ready', () => void abandoned.driver.subscribe(this.#keys.abandoned).catch(() => {}))
    abandoned.driver.on('message', (_, id: string) => this.#worker.cancelJob(id, 'The caller has disconnected'))
    // Commands are sent only after the first connection is established.
    this.#commands.driver.on('ready', () => void link.settled().then(() => this.#announce()))
  }

  figures(): JobQueueFigures {
    return this.#latest
  }

  isReady(): boolean {
    return !this.#isClosing && !this.#link.isAway() && this.#worker.isRunning()
  }

  async close(graceMs: number): Promise<void> {
    this.#isClosing = true
    await this.#announce()
    const closed = this.#worker.close()
    if (this.#running === 0) this.#idle.resolve()
    // While Redis is unavailable, BullMQ waits for it even if there are no jobs.
    const isDone = await succeedsWithin(graceMs, Promise.race([closed, this.#idle.promise]))
    if (!isDone) this.#worker.cancelAllJobs('The worker is stopping')
    await succeedsWithin(closeLimitMs, closed)
    clearInterval(this.#timer)
    await this.#commands.ask((redis) => redis.zrem(this.#keys.stopping, this.#id), 0)
  }

  #openWorker(name: string, concurrency: number): Worker<StoredJob, StoredAnswer> {
    // BullMQ passes a signal only to processors with three parameters.
    const perform = (job: Job<StoredJob>, token?: string, signal?: AbortSignal) => this.#perform(job, token, signal)
    const worker = new PromptWorker<StoredJob, StoredAnswer>(name, perform, {
      ...{ connection: this.#driver, prefix: queuePrefix, name: this.#id, concurrency, skipVersionCheck: true },
      ...{ lockDuration: lockMs, lockRenewTime: renewEveryMs, runRetryDelay: 1000, drainDelay: waitForJobS },
      ...{ stalledInterval: lookForLostEveryMs, maxStalledCount: maxLosses },
      ...{ removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } },
    })
    // The connections report their own errors. A job whose lock was lost belongs to another worker.
    worker.on('error', () => {})
    worker.on('lockRenewalFailed', (ids: string[]) => {
      for (const id of ids) worker.cancelJob(id, 'Another worker has the job')
    })
    return worker
  }

  async #announce(): Promise<void> {
    await this.#commands.ask(
      (redis) => announceWorker(redis, this.#keys, { id: this.#id, isStopping: this.#isClosing }),
      null,
    )
    this.#latest = (await readJobFigures(this.#commands, this.#queue, this.#keys)) ?? this.#latest
  }

  async #perform(job: Job<StoredJob>, token: string | undefined, signal = new AbortController().signal) {
    this.#running++
    try {
      return await this.#answer(job, signal)
    } catch (error) {
      if (signal.aborted && this.#isClosing) {
        await job.moveToDelayed(Date.now(), token)
        throw new DelayedError()
      }
      if (!signal.aborted) emit('gleaner:fault', { requestId: job.id ?? '', error })
      throw error
    } finally {
      this.#running--
      if (this.#isClosing && this.#running === 0) this.#idle.resolve()
    }
  }

  async #answer(job: Job<StoredJob>, signal: AbortSignal): Promise<StoredAnswer> {
    const { id = '', data, priority } = job
    const now = await beginTurn(this.#driver, this.#keys, priority)
    const leftMs = data.leftMs - (now - data.sentAt)
    if (signal.aborted || leftMs <= 0) return null
    const answer = await this.#work({ id, content: Buffer.from(data.content, 'base64'), leftMs, signal })
    signal.throwIfAborted()
    if (answer === null) return null
    await this.#driver.set(this.#keys.answerOf(id), Buffer.from(answer), 'PX', answerKeptMs)
    return answer.byteLength
  }
}
