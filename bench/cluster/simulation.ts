/** Simulates a cluster on a virtual clock: jobs from several keys, their queue, the workers, and worker deaths. Times are in ms. */

import { createRandom } from '../torture/random.ts'
import { createHeap } from './event-heap.ts'
import { createTurns, type Waiting } from './turns.ts'

interface Stream {
  key: string
  /** Arrivals per second, at random times (Poisson). */
  perSecond?: number
  /** Number of jobs that arrive at the same moment. */
  burst?: { atMs: number; jobs: number }
  /** Number of jobs waiting or running at any time. Each completed job is followed by another. */
  backlog?: number
}

export interface ClusterOptions {
  workers: number
  /** Jobs that one worker runs at once. */
  slots: number
  seed: number
  /** Time during which jobs arrive. All jobs that have arrived are completed. */
  forMs: number
  streams: readonly Stream[]
  /** Draws a worker's time for one job, from random numbers between 0 and 1. */
  serviceMs(random: () => number): number
  /** Takes turns among keys (`fair`), like the real queue, or runs jobs in order of arrival. */
  order: 'fair' | 'arrival'
  /** Maximum number of waiting jobs. Above this, the job with the latest turn is refused. */
  maxWaiting?: number
  /** Maximum time that a caller waits (timeout_ms). */
  timeoutMs?: number
  /** Mean time until a worker dies silently, and time until it is replaced. */
  deaths?: { meanLifeMs: number; replacedAfterMs: number }
}

/** The duration of a worker's lock, and the interval at which the queue looks for lost jobs. The second search finds them. */
export const queueTimes = { lockMs: 5000, lookForLostEveryMs: 2000 } as const

export interface KeyResult {
  /** For each answered job, the time from its arrival to the start of the work that answered it. */
  delaysMs: number[]
  /** Arrival time of each answered job. */
  arrivedMs: number[]
  answered: number
  refused: number
  timedOut: number
}

interface ClusterResult {
  keys: Map<string, KeyResult>
  /** Jobs that another worker took over. */
  takenOver: number
  /** Slot time spent on work, the part of it that was lost when workers died, and all slot time while jobs arrived. */
  workedMs: number
  lostMs: number
  slotMs: number
  endedAtMs: number
}

interface Job extends Waiting {
  arrivedAt: number
  stream: Stream
  /** Number of the running attempt. An attempt on a dead worker never finishes. */
  attempt: number
  startedAt: number
}

interface Worker {
  isAlive: boolean
  jobs: Set<Job>
}

type Event = () => void

/** Runs the simulation. The same seed gives the same result. */
export function simulateCluster(options: ClusterOptions): ClusterResult {
  const { workers: count, slots, forMs, streams, deaths, timeoutMs = Number.POSITIVE_INFINITY } = options
  // Each part has separate random numbers, so that changing one leaves the others unchanged.
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
    // A refused caller waits before it tries again, as the Retry-After header requests.
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
