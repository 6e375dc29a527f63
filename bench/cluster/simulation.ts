/** A cluster on a virtual clock: jobs of several keys, the queue between them and the workers, and workers that die. Times are in ms. */

import { createRandom } from '../torture/random.ts'
import { createHeap } from './event-heap.ts'
import { createTurns, type Waiting } from './turns.ts'

interface Stream {
  key: string
  /** Arrivals a second, at random (Poisson). */
  perSecond?: number
  /** So many at once, at one moment. */
  burst?: { atMs: number; jobs: number }
  /** So many that are waiting or worked on from the beginning on: each that ends is followed by another one. */
  backlog?: number
}

export interface ClusterOptions {
  workers: number
  /** Jobs that one worker does at once. */
  slots: number
  seed: number
  /** How long jobs arrive; those that have arrived are worked off. */
  forMs: number
  streams: readonly Stream[]
  /** How long one job takes a worker, drawn from numbers of 0 to 1. */
  serviceMs(random: () => number): number
  /** `fair` among keys, as the queue is, or in the order of arrival. */
  order: 'fair' | 'arrival'
  /** Jobs that may wait: beyond it the one of the latest turn is refused. */
  maxWaiting?: number
  /** How long a caller waits (timeout_ms). */
  timeoutMs?: number
  /** Mean life of a worker until it dies without a word, and how long another one takes to stand in its place. */
  deaths?: { meanLifeMs: number; replacedAfterMs: number }
}

/** Times of the queue: how long a worker's lock holds, and how often lost jobs are looked for; at the second look they are found. */
export const queueTimes = { lockMs: 5000, lookForLostEveryMs: 2000 } as const

export interface KeyResult {
  /** From the arrival of each job that was answered to the beginning of the work that answered it. */
  delaysMs: number[]
  /** When each of them arrived. */
  arrivedMs: number[]
  answered: number
  refused: number
  timedOut: number
}

interface ClusterResult {
  keys: Map<string, KeyResult>
  /** Jobs that another worker took over. */
  takenOver: number
  /** Time of slots that was worked, what of it was lost with workers, and their time in all while jobs arrived. */
  workedMs: number
  lostMs: number
  slotMs: number
  endedAtMs: number
}

interface Job extends Waiting {
  arrivedAt: number
  stream: Stream
  /** Which attempt runs; one of a worker that has died ends nowhere. */
  attempt: number
  startedAt: number
}

interface Worker {
  isAlive: boolean
  jobs: Set<Job>
}

type Event = () => void

/** The same seed gives the same result. */
export function simulateCluster(options: ClusterOptions): ClusterResult {
  const { workers: count, slots, forMs, streams, deaths, timeoutMs = Number.POSITIVE_INFINITY } = options
  // Each matter has numbers of its own, so that a change of one leaves the others as they were.
  const [arrivals, services, lives] = [0, 1, 2].map((n) => createRandom(options.seed * 7919 + n)) as [
    () => number,
    () => number,
    () => number,
  ]
  const exponential = (random: () => number, mean: number) => -Math.log(1 - random()) * mean
  const events = createHeap<Event>()
  const turns = createTurns<Job>(options.order, options.maxWaiting ?? Number.POSITIVE_INFINITY)
  const idle: Worker[] = []
  const keys = new Map<string, KeyResult>()
  const result: ClusterResult = {
    keys,
    takenOver: 0,
    workedMs: 0,
    lostMs: 0,
    slotMs: count * slots * forMs,
    endedAtMs: 0,
  }
  let now = 0
  let open = 0

  const at = (time: number, event: Event) => events.add(time, event)
  const resultOf = (key: string): KeyResult => {
    const known = keys.get(key) ?? { delaysMs: [], arrivedMs: [], answered: 0, refused: 0, timedOut: 0 }
    keys.set(key, known)
    return known
  }

  function arrive(stream: Stream): void {
    const job: Job = { key: stream.key, turn: 0, isGone: false, arrivedAt: now, stream, attempt: 0, startedAt: 0 }
    open++
    const displaced = turns.enter(job)
    if (displaced) end(displaced, 'refused')
    if (displaced !== job) work()
  }

  function end(job: Job, how: 'answered' | 'refused' | 'timedOut'): void {
    const counts = resultOf(job.key)
    counts[how]++
    open--
    if (how === 'answered') {
      counts.delaysMs.push(job.startedAt - job.arrivedAt)
      counts.arrivedMs.push(job.arrivedAt)
    }
    // Whoever is refused waits before it comes again, as Retry-After says.
    if (job.stream.backlog !== undefined && now < forMs)
      how === 'refused' ? at(now + 1000, () => arrive(job.stream)) : arrive(job.stream)
  }

  /** Gives waiting jobs to idle slots. */
  function work(): void {
    while (idle.length > 0) {
      const worker = idle.at(-1) as Worker
      if (!worker.isAlive) {
        idle.pop()
        continue
      }
      const job = turns.begin()
      if (job === null) return
      if (now - job.arrivedAt >= timeoutMs) {
        end(job, 'timedOut')
        continue
      }
      idle.pop()
      begin(job, worker)
    }
  }

  function begin(job: Job, worker: Worker): void {
    const attempt = ++job.attempt
    job.startedAt = now
    worker.jobs.add(job)
    at(now + options.serviceMs(services), () => {
      if (job.attempt !== attempt || !worker.isAlive) return
      worker.jobs.delete(job)
      result.workedMs += now - job.startedAt
      idle.push(worker)
      end(job, 'answered')
      work()
    })
  }

  function start(): void {
    const worker: Worker = { isAlive: true, jobs: new Set() }
    for (let slot = 0; slot < slots; slot++) idle.push(worker)
    if (deaths && now < forMs) at(now + exponential(lives, deaths.meanLifeMs), () => die(worker))
    work()
  }

  function die(worker: Worker): void {
    if (now >= forMs) return
    worker.isAlive = false
    const { lockMs, lookForLostEveryMs } = queueTimes
    for (const job of worker.jobs) {
      job.attempt++
      result.takenOver++
      result.workedMs += now - job.startedAt
      result.lostMs += now - job.startedAt
      const lostAfterMs = lockMs + lives() * 2 * lookForLostEveryMs
      at(now + lostAfterMs, () => {
        turns.enterAgain(job)
        work()
      })
    }
    at(now + (deaths?.replacedAfterMs ?? 0), start)
  }

  function startStream(stream: Stream): void {
    resultOf(stream.key)
    const { perSecond, burst, backlog = 0 } = stream
    if (burst) at(burst.atMs, () => repeat(burst.jobs, () => arrive(stream)))
    at(0, () => repeat(backlog, () => arrive(stream)))
    if (!perSecond) return
    const next = () => {
      const time = now + exponential(arrivals, 1000 / perSecond)
      if (time < forMs)
        at(time, () => {
          arrive(stream)
          next()
        })
    }
    next()
  }

  repeat(count, start)
  for (const stream of streams) startStream(stream)
  for (let event = events.take(); event !== undefined && (now < forMs || open > 0); event = events.take()) {
    now = event.order
    event.value()
  }
  result.endedAtMs = now
  return result
}

function repeat(times: number, work: () => void): void {
  for (let i = 0; i < times; i++) work()
}
