/** Takes jobs out of BullMQ's queue and answers them, until the process is to end. */

import { randomUUID } from 'node:crypto'
import { type Job, WaitingError, Worker } from 'bullmq'
import { succeedsWithin } from '../../deadline.ts'
import { emit } from '../../observe.ts'
import type { JobQueueFigures, JobWorker, WorkOnJob } from '../../queue/job-queue.ts'
import type { RedisLink } from './connection.ts'
import type { StoredJob } from './job-queue.ts'
import {
  announceScript,
  answerKey,
  answerScript,
  beginScript,
  jobFiguresScript,
  jobKeys,
  queuePrefix,
} from './job-scripts.ts'

export interface RedisJobWorkerOptions {
  /** Of the queue: `renders`. */
  name: string
  /** Jobs at once. */
  concurrency: number
  work: WorkOnJob
}

/** A worker that has not said for so long that it is alive counts as dead. */
const aliveMs = 6000
const announceEveryMs = 1500
/** A job whose worker has not prolonged its lock for so long is another worker's, once one of them looks. */
const lockMs = 5000
const renewEveryMs = 2000
const lookForLostEveryMs = 2000
/** Answers that nobody fetches are gone after this time. */
const answerKeptMs = 15_000
/** What is written and handed back as the worker ends takes no longer. */
const closeLimitMs = 2000

/** The worker ends: the job is another one's. */
class HandedBack extends Error {
  override readonly name = 'HandedBack'
}

/** Takes jobs as soon as it is connected. */
export function openRedisJobWorker(link: RedisLink, { name, concurrency, work }: RedisJobWorkerOptions): JobWorker {
  const keys = jobKeys(name)
  const id = randomUUID()
  // BullMQ has its commands wait for Redis to return.
  const patient = { maxRetriesPerRequest: null, enableOfflineQueue: true }
  const { driver } = link.open(patient)
  const commands = link.open()
  const ends = link.open()
  const running = new Map<string, AbortController>()
  let latest: JobQueueFigures = { waiting: 0, running: 0, workers: 0 }
  let isClosing = false
  /** Resolves when no job runs any more, once the worker is to end. */
  const idle = Promise.withResolvers<void>()
  const endIfIdle = () => {
    if (isClosing && running.size === 0) idle.resolve()
  }

  const worker = new Worker<StoredJob>(name, perform, {
    ...{ connection: driver, prefix: queuePrefix, name: id, concurrency, skipVersionCheck: true },
    ...{ lockDuration: lockMs, lockRenewTime: renewEveryMs, stalledInterval: lookForLostEveryMs, runRetryDelay: 1000 },
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
    if (!isClosing) await commands.ask((redis) => announceScript(redis, [keys.workers], [id, aliveMs]), none)
    const read = await commands.ask(
      (redis) => jobFiguresScript(redis, [keys.prioritized, keys.wait, keys.active, keys.workers], []),
      none,
    )
    if (read === null) return
    const [waiting = 0, doing = 0, workers = 0] = read as number[]
    latest = { waiting, running: doing, workers }
  }
  commands.driver.on('ready', () => void announce())
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

  async function answer(job: Job<StoredJob>, jobId: string, token: string, signal: AbortSignal): Promise<void> {
    const channel = keys.newsFor(job.name)
    const losses = job.stalledCounter
    const places = [keys.endOf(jobId), `${keys.job}${jobId}`, keys.turns]
    const begun = await beginScript(driver, places, [channel, jobId, losses])
    const [now = 0, isAwaited = 0] = begun as number[]
    // The rest of a job that was too old to be kept has no content.
    const { sentAt = 0, leftMs: givenMs = 0, content: text } = job.data
    const leftMs = givenMs - (now - sentAt)
    if (!isAwaited || leftMs <= 0 || text === undefined) return
    const content = text === null ? await driver.getBuffer(keys.contentOf(jobId)) : Buffer.from(text, 'base64')
    if (!content) return
    const answered = await work({
      ...{ id: jobId, leftMs, losses, signal },
      ...{ content, answerTo: (other: string) => driver.getBuffer(answerKey(other)) },
    })
    signal.throwIfAborted()
    const args = [token, channel, jobId, answerKeptMs, answered ?? '']
    await answerScript(driver, [keys.lockOf(jobId), keys.answerTo(jobId)], args)
  }

  return {
    figures: () => latest,
    isReady: () => !isClosing && driver.status === 'ready' && worker.isRunning(),
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
