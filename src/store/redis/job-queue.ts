/** Hands jobs over to workers in BullMQ's queue, and waits for their answers. */

import { randomUUID } from 'node:crypto'
import { pause } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import { createSemaphore } from '../../base/semaphore.ts'
import { type Job, type JobQueue, type JobQueueFigures, type JobWatch, keyOfJob } from '../../pages/queue/job-queue.ts'
import { refusalOfUnfinished } from '../../pages/queue/lost-job.ts'
import type { RedisLink } from './connection.ts'
import { readJobFigures } from './job-figures.ts'
import { readJobNews } from './job-news.ts'
import { addScript, enterScript, jobKeys, leaveScript, lookScript, turnOf } from './job-scripts.ts'

export interface RedisJobQueueOptions {
  /** Of the queue: `renders`. */
  name: string
  /** For tests: jobs of all processes together that may wait. Beyond it the job that would begin last is refused. */
  maxWaiting?: number
  /** For tests: turns beyond it are moved back. Priorities of BullMQ end at 2,097,152. */
  maxTurn?: number
}

/** What BullMQ keeps of a job, beside its id. The time is Redis's. */
export interface StoredJob {
  sentAt: number
  leftMs: number
  /** Base64; null for a large one, which is in a key of its own. */
  content: string | null
}

/** What became of a job that was handed over. */
type JobEnd =
  | { how: 'answered'; bytes: number; answer?: Uint8Array }
  | { how: 'unattended' | 'unreadable' | 'displaced' | 'crowded' | 'lost' }

interface PendingJob {
  begin(): void
  end(end: JobEnd): void
  /** When there was news of it, on the clock of `performance.now()`. */
  heardAt: number
  /** Looks at which neither the job nor its answer was there. */
  misses: number
}

/** Time between two looks at the queue; jobs of which there was no news for longer than the other time are looked at themselves. */
const lookEveryMs = 2000
const quietMs = 3000
/** So long after a worker was last known to be alive, those who wait do the work themselves; how often it is tried meanwhile. */
const returnMs = 3000
const returnEveryMs = 250
/** A job that is lost, as Redis has begun anew, is handed over so often. */
const maxTries = 3
/** What was left behind, such as by a process that has died, is gone so long after nobody can wait for it any more. */
const leftoverMs = 30_000
/** Jobs that are larger lie in a key of their own: BullMQ's are text. */
const largeBytes = 16 * 1024
/** Longer than any job may wait. */
const turnsKeptMs = 600_000
/** Jobs that are handed over or taken back at once: a command behind thousands of others is answered too late. */
const atOnce = 64
/** Of what is done for whoever has left. */
const never = new AbortController().signal
/** Jobs that one command looks at. */
const lookedAt = 500

/** The callers' side of a queue. Until it is connected, and while Redis is away, nothing is handed over. */
export function openRedisJobQueue(link: RedisLink, options: RedisJobQueueOptions): JobQueue {
  const { name, maxWaiting = 10_000, maxTurn = 1_000_000 } = options
  const keys = jobKeys(name)
  const node = randomUUID()
  const channel = keys.newsFor(node)
  const commands = link.open()
  const news = link.open()
  const pending = new Map<string, PendingJob>()
  let latest: JobQueueFigures = { waiting: 0, running: 0, workers: 0 }
  /** When a worker was last known to be alive, on the clock of `performance.now()`. */
  let attendedAt = Number.NEGATIVE_INFINITY
  let isAttended: boolean | null = null
  const [entering, leaving] = [createSemaphore(atOnce), createSemaphore(atOnce)]

  news.driver.on('ready', () => {
    news.driver.subscribe(channel).catch(() => {})
    void look()
  })
  news.driver.on('messageBuffer', (_, message: Buffer) => {
    const { kind, id, bytes, answer } = readJobNews(message)
    const job = pending.get(id)
    if (!job) return
    job.heardAt = performance.now()
    if (kind === 'begun') job.begin()
    else if (kind === 'answered') {
      job.end({ how: kind, bytes, ...(answer.byteLength === bytes ? { answer } : {}) })
    } else job.end({ how: kind })
  })
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()

  /** Redis may be back in a moment, and its workers a moment later. */
  const mayReturn = () => performance.now() - attendedAt < returnMs

  /** Reported where it changes, not for every job. */
  function setAttended(attended: boolean): void {
    if (attended === (isAttended ?? true)) return
    isAttended = attended
    emit('gleaner:lifecycle', { event: attended ? 'queue_with_workers' : 'queue_without_workers', detail: name })
  }

  /** What a worker or Redis says by itself may be lost: this finds out. */
  async function look(): Promise<void> {
    const figures = await readJobFigures(commands, keys)
    if (figures) {
      latest = figures
      if (figures.workers > 0) attendedAt = performance.now()
      if (isAttended !== null) setAttended(figures.workers > 0)
    }
    if (!figures || figures.workers === 0) {
      if (!mayReturn()) await Promise.all([...pending].map(([id, job]) => endUnattended(id, job)))
      return
    }
    const quietSince = performance.now() - quietMs
    const quiet = [...pending].filter(([, { heardAt }]) => heardAt < quietSince)
    for (let first = 0; first < quiet.length; first += lookedAt) await lookAt(quiet.slice(first, first + lookedAt))
  }

  /** Ends the job unless a worker that is stopping still holds its lock. Only one that no worker has begun may be done elsewhere. */
  async function endUnattended(id: string, job: PendingJob): Promise<void> {
    const [isHeld, place] = await commands.ask<[number, number | null]>(
      (redis) => Promise.all([redis.exists(keys.lockOf(id)), redis.lpos(keys.active, id)]),
      () => [0, null],
    )
    if (isHeld > 0) return
    // The news that it has begun may have been lost.
    if (place !== null) job.begin()
    job.end({ how: 'unattended' })
  }

  async function lookAt(jobs: [string, PendingJob][]): Promise<void> {
    const found = await commands.ask(
      (redis) => lookScript(redis, [], [keys.job, keys.answer, ...jobs.map(([id]) => id)]),
      () => null,
    )
    if (found === null) return
    for (const [at, [, job]] of jobs.entries()) {
      const [isThere = 0, bytes = 0] = (found as number[]).slice(2 * at)
      job.misses = isThere > 0 ? 0 : job.misses + 1
      if (bytes > 0) job.end({ how: 'answered', bytes })
      else if (job.misses > 1) job.end({ how: 'lost' })
    }
  }

  /** Resolves with whether there is a worker for it. */
  async function enter({ id, leftMs, content }: Job, { signal, onWait }: JobWatch): Promise<boolean> {
    const places = [
      ...[keys.prioritized, keys.wait, keys.active, keys.turns, keys.workers],
      ...[keys.marker, keys.counter],
    ]
    const isLarge = content.byteLength > largeBytes
    const text = isLarge ? '' : JSON.stringify(Buffer.from(content).toString('base64'))
    const keptMs = Math.ceil(leftMs) + leftoverMs
    const rules = [keys.job, turnOf(id), maxWaiting, keys.newsFor(''), maxTurn, turnsKeptMs]
    const entered = await commands.ask(
      (redis) => enterScript(redis, places, [...rules, id, node, leftMs, text, keptMs]),
      () => null,
    )
    const [how = 0, turn = 1, sentAt = 0, waiting = 0] = (entered ?? []) as number[]
    if (entered !== null) setAttended(how > 0)
    if (how > 0) attendedAt = performance.now()
    if (how === 0) return false
    if (how === 2) throw full('Too many pages wait for a worker')
    signal.throwIfAborted()
    const isAdded = !isLarge || turn === 0 || (await addLarge())
    if (isAdded && waiting > 0) onWait?.(waiting)
    return isAdded

    function addLarge(): Promise<boolean> {
      return commands.ask(
        async (redis) => {
          void redis.set(keys.contentOf(id), Buffer.from(content), 'PX', keptMs).catch(() => {})
          await addScript(redis, places, [keys.job, id, turn, sentAt, node, leftMs, keptMs])
          return true
        },
        () => false,
      )
    }
  }

  async function leave({ id, leftMs }: Job): Promise<void> {
    const places = [keys.prioritized, keys.wait, keys.active, keys.turns, keys.lockOf(id), keys.endOf(id), keys.stalled]
    const args = [keys.job, id, turnOf(id), Math.ceil(leftMs) + 1000, keys.ends]
    const release = await leaving.acquire(never)
    await commands.ask(
      (redis) => leaveScript(redis, places, args),
      () => null,
    )
    release()
  }

  function forget(id: string): void {
    void commands.driver.del(keys.answer + id).catch(() => {})
    void commands.driver.zrem(keys.answersOf(id), id).catch(() => {})
  }

  /** Null where the answer is not there any more. */
  async function receive(
    id: string,
    { bytes, answer }: Extract<JobEnd, { how: 'answered' }>,
    { signal, onAnswer }: JobWatch,
  ): Promise<Uint8Array | null> {
    try {
      signal.throwIfAborted()
      onAnswer(bytes)
    } catch (error) {
      forget(id)
      throw error
    }
    if (answer) {
      forget(id)
      return answer
    }
    // It may be large, and take longer than other commands do.
    const taken = commands.driver.getdelBuffer(keys.answer + id).catch(() => null)
    void commands.driver.zrem(keys.answersOf(id), id).catch(() => {})
    return taken
  }

  /** What became of the job in one try. */
  async function tryOnce(job: Job, watch: JobWatch): Promise<Uint8Array | JobEnd['how']> {
    const { promise, resolve, reject } = Promise.withResolvers<JobEnd>()
    const onAbort = () => reject(watch.signal.reason)
    const release = await entering.acquire(watch.signal, keyOfJob(job.id))
    pending.set(job.id, { begin: () => watch.onBegin?.(), end: resolve, heardAt: performance.now(), misses: 0 })
    try {
      const hasEntered = await enter(job, watch).finally(release)
      if (!hasEntered) return 'unattended'
      if (watch.signal.aborted) onAbort()
      else watch.signal.addEventListener('abort', onAbort)
      const end = await promise
      if (end.how === 'answered') return (await receive(job.id, end, watch)) ?? 'lost'
      if (end.how === 'unattended') void leave(job).catch(() => {})
      return end.how
    } catch (error) {
      if (watch.signal.aborted) void leave(job).catch(() => {})
      throw error
    } finally {
      watch.signal.removeEventListener('abort', onAbort)
      pending.delete(job.id)
      if (job.content.byteLength > largeBytes) void commands.driver.del(keys.contentOf(job.id)).catch(() => {})
    }
  }

  return {
    async run(job, watch) {
      const until = performance.now() + job.leftMs
      let hasBegun = false
      const onBegin = () => {
        hasBegun = true
        watch.onBegin?.()
      }
      for (let tries = 1; tries <= maxTries; ) {
        const outcome = await tryOnce({ ...job, leftMs: until - performance.now() }, { ...watch, onBegin })
        if (typeof outcome !== 'string') return outcome
        if (outcome === 'displaced') throw full('Too many pages wait for a worker')
        if (outcome === 'crowded') throw full('The pages that wait to be fetched for this key hold too many bytes')
        if (outcome === 'unreadable') {
          emit('gleaner:lifecycle', { event: 'queue_job_unreadable', detail: name })
          return null
        }
        if (outcome !== 'unattended') tries++
        else if (!mayReturn()) break
        else await pause(returnEveryMs, watch.signal)
      }
      // The page may be what its worker died of.
      if (hasBegun) throw refusalOfUnfinished()
      return null
    },
    figures: () => latest,
    async close() {
      clearInterval(timer)
      attendedAt = Number.NEGATIVE_INFINITY
      for (const job of pending.values()) job.end({ how: 'unattended' })
    },
  }
}

function full(message: string): ServiceError {
  return new ServiceError('overloaded', message, { retryAfterS: 2 })
}
