/** Takes jobs out of BullMQ's queue and answers them, until the process is to end. */

import { randomUUID } from 'node:crypto'
import { type Job, WaitingError, Worker } from 'bullmq'
import { succeedsWithin } from '../../base/deadline.ts'
import { emit } from '../../base/events.ts'
import type { JobQueueFigures, JobWorker, WorkOnJob } from '../../pages/queue/job-queue.ts'
import type { RedisLink } from './connection.ts'
import { readJobFigures } from './job-figures.ts'
import type { StoredJob } from './job-queue.ts'
import { announceScript, answerScript, beginScript, jobKeys, queuePrefix } from './job-scripts.ts'

export interface RedisJobWorkerOptions {
  /** Of the queue: `renders`. */
  name: string
  /** Jobs at once. */
  concurrency: number
  work: WorkOnJob
  /** Of the answers of one key that wait to be fetched, but for the first. */
  maxAnswerBytes?: number
}

/** A worker that has not said for so long that it is alive counts as dead. */
const aliveMs = 6000
const announceEveryMs = 1500
/** A job whose worker has not prolonged its lock for so long is another worker's, once one of them looks. */
const lockMs = 5000
const renewEveryMs = 2000
/** How long one command waits for a job. */
const waitForJobS = 2
/** A connection over which Redis has answered nothing for so long is made anew: no command takes longer than waiting for a job. */
const silentMs = waitForJobS * 1000 + 1000
/** The longest time between two tries to connect. */
const retryMs = 500
const lookForLostEveryMs = 2000
/** Answers that nobody fetches are gone after this time. */
const answerKeptMs = 15_000
/** Smaller answers are in the news that they are there: nobody has to fetch them. */
const toldBytes = 32 * 1024
/** Of events in BullMQ's stream, which nobody reads. */
const maxEvents = 100
/** The time of Redis is known from a command that took no longer. */
const soonMs = 50
/** What is written and handed back as the worker ends takes no longer. */
const closeLimitMs = 2000

/** The worker ends: the job is another one's. */
class HandedBack extends Error {
  override readonly name = 'HandedBack'
}

/** After an error BullMQ waits ten seconds for a job, longer than a connection may be silent here. */
class PromptWorker<Data> extends Worker<Data> {
  override get maximumBlockTimeout(): number {
    return waitForJobS
  }
}

/** Takes jobs as soon as it is connected. */
export function openRedisJobWorker(link: RedisLink, options: RedisJobWorkerOptions): JobWorker {
  const { name, concurrency, work, maxAnswerBytes = 256 * 1024 * 1024 } = options
  const keys = jobKeys(name)
  const id = randomUUID()
  // BullMQ has its commands wait for Redis to return: those too whose answers a lost connection took with it, or it would wait for ever.
  const patient = {
    ...{ maxRetriesPerRequest: null, enableOfflineQueue: true, autoResendUnfulfilledCommands: true },
    // BullMQ waits for a connection that is accepted and silent, and nothing but this ends it.
    socketTimeout: silentMs,
    retryStrategy: (times: number) => Math.min(100 * times, retryMs),
  }
  const { driver } = link.open(patient)
  const commands = link.open()
  const ends = link.open()
  const running = new Map<string, AbortController>()
  let latest: JobQueueFigures = { waiting: 0, running: 0, workers: 0 }
  let isClosing = false
  /** Redis's time less that of `performance.now()`, as it was a moment ago; null until it is known. */
  let clockOffset: number | null = null
  /** Resolves when no job runs any more, once the worker is to end. */
  const idle = Promise.withResolvers<void>()
  const endIfIdle = () => {
    if (isClosing && running.size === 0) idle.resolve()
  }

  const worker = new PromptWorker<StoredJob>(name, perform, {
    ...{ connection: driver, prefix: queuePrefix, name: id, concurrency, skipVersionCheck: true },
    ...{ lockDuration: lockMs, lockRenewTime: renewEveryMs, stalledInterval: lookForLostEveryMs, runRetryDelay: 1000 },
    drainDelay: waitForJobS,
    // A job says so itself, but the rest of one that Redis has dropped: it would stay for ever.
    ...{ removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } },
    // How often a job may be lost is decided by whoever works on it, who can answer.
    maxStalledCount: Number.MAX_SAFE_INTEGER,
  })
  // The connections report their errors; a job whose lock is lost is another worker's.
  worker.on('error', () => {})
  worker.on('lockRenewalFailed', (lost: string[]) => {
    for (const one of lost) running.get(one)?.abort(new Error('Another worker has the job'))
  })
  ends.driver.on('ready', () => void ends.driver.subscribe(keys.ends).catch(() => {}))
  ends.driver.on('message', (_, ended: string) => running.get(ended)?.abort(new Error('Nobody waits for the answer')))

  async function announce(): Promise<void> {
    const askedAt = performance.now()
    const args = [id, aliveMs, maxEvents]
    const now = isClosing
      ? null
      : await commands.ask((redis) => announceScript(redis, [keys.workers, keys.meta], args), none)
    const tookMs = performance.now() - askedAt
    if (now !== null && tookMs < soonMs) clockOffset = Number(now) - askedAt - tookMs / 2
    latest = (await readJobFigures(commands, keys)) ?? latest
  }
  // Nothing is asked over it before the first connection is there.
  commands.driver.on('ready', () => void link.settled().then(announce))
  const timer = setInterval(() => void announce(), announceEveryMs)

  async function perform(job: Job<StoredJob>, token = ''): Promise<null> {
    const controller = new AbortController()
    const jobId = job.id ?? ''
    running.set(jobId, controller)
    try {
      await answer(job, jobId, token, controller.signal)
    } catch (error) {
      if (error instanceof HandedBack) {
        await job.moveToWait(token)
        // BullMQ tells nobody of a job that is put back.
        await driver.zadd(keys.marker, 0, '0')
        throw new WaitingError()
      }
      if (!controller.signal.aborted) emit('gleaner:fault', { requestId: jobId, error })
    } finally {
      running.delete(jobId)
      endIfIdle()
      if (controller.signal.aborted) void commands.ask((redis) => redis.del(keys.endOf(jobId)), none)
    }
    // What BullMQ is given goes into its stream of events.
    return null
  }

  /** Says that the job has begun. Resolves with Redis's time, at once where it is known; a job that nobody waits for is aborted then. */
  async function begin(jobId: string, channel: string): Promise<number> {
    const places = [keys.endOf(jobId), `${keys.job}${jobId}`, keys.turns]
    const begun = beginScript(driver, places, [channel, jobId])
    const told = begun.then((answer) => {
      const [now = 0, isAwaited = 0] = answer as number[]
      if (!isAwaited) running.get(jobId)?.abort(new Error('Nobody waits for the answer'))
      return now
    })
    if (clockOffset === null) return told
    told.catch(() => {})
    return performance.now() + clockOffset
  }

  async function answer(job: Job<StoredJob>, jobId: string, token: string, signal: AbortSignal): Promise<void> {
    const channel = keys.newsFor(job.name)
    const now = await begin(jobId, channel)
    // The rest of a job that was too old to be kept has no content.
    const { sentAt = 0, leftMs: givenMs = 0, content: text } = job.data
    const leftMs = givenMs - (now - sentAt)
    if (signal.aborted || leftMs <= 0 || text === undefined) return
    const content = text === null ? await driver.getBuffer(keys.contentOf(jobId)) : Buffer.from(text, 'base64')
    if (!content) return
    const answered = await work({ id: jobId, content, leftMs, losses: job.stalledCounter, signal })
    signal.throwIfAborted()
    const args = [token, channel, jobId, answerKeptMs, answered ?? '', toldBytes, keys.answer, maxAnswerBytes]
    await answerScript(driver, [keys.lockOf(jobId), keys.answer + jobId, keys.answersOf(jobId)], args)
  }

  return {
    figures: () => latest,
    isReady: () => !isClosing && !link.isAway() && worker.isRunning(),
    async close(graceMs) {
      isClosing = true
      clearInterval(timer)
      await commands.ask((redis) => redis.zrem(keys.workers, id), none)
      const closed = worker.close()
      endIfIdle()
      // While Redis is away BullMQ waits for it, whether it has jobs or not.
      if (!(await succeedsWithin(graceMs, Promise.race([closed, idle.promise])))) {
        for (const controller of running.values()) controller.abort(new HandedBack('The worker ends'))
      }
      await succeedsWithin(closeLimitMs, closed)
    },
  }
}

const none = () => null
