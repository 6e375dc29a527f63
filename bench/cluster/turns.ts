/** The order in which jobs start: start-time fair queueing among keys, like the queue in Redis, or order of arrival. */

import { createHeap } from './event-heap.ts'

export interface Waiting {
  key: string
  turn: number
  /** True if the job was removed before it started. */
  isGone: boolean
}

interface Turns<Job extends Waiting> {
  /** Gives the job its turn. Returns the job that is dropped to make room, possibly this one, or null if there is room. */
  enter(job: Job): Job | null
  /** Returns a job to the queue after its worker was lost. The job keeps its turn. */
  enterAgain(job: Job): void
  /** Returns the next job, or null if no job is waiting. */
  begin(): Job | null
}

/** @see https://doi.org/10.1109/90.649569 Goyal, Vin, Cheng: Start-time Fair Queueing */
export function createTurns<Job extends Waiting>(order: 'fair' | 'arrival', max: number): Turns<Job> {
  const waiting = createHeap<Job>()
  /** For each key, the turn of its next job, and its waiting jobs in order. */
  const keys = new Map<string, { next: number; jobs: Job[] }>()
  let begun = 1
  let count = 0

  const ofKey = (key: string) => {
    const known = keys.get(key) ?? { next: 1, jobs: [] }
    keys.set(key, known)
    return known
  }

  /** Removes the waiting job with the latest turn, if that is later than `turn`. */
  function displace(turn: number): Job | null {
    let latest: Job | null = null
    for (const { jobs } of keys.values()) {
      while (jobs.length > 0 && jobs.at(-1)?.isGone) jobs.pop()
      const last = jobs.at(-1)
      if (last && last.turn > (latest?.turn ?? turn)) latest = last
    }
    if (latest === null) return null
    latest.isGone = true
    const own = ofKey(latest.key)
    own.jobs.pop()
    own.next--
    count--
    return latest
  }

  return {
    enter(job) {
      const own = ofKey(job.key)
      job.turn = order === 'fair' ? Math.max(begun, own.next) : 1
      const displaced = count >= max ? (displace(job.turn) ?? job) : null
      if (displaced === job) return job
      own.next = job.turn + 1
      own.jobs.push(job)
      waiting.add(job.turn, job)
      count++
      return displaced
    },
    enterAgain(job) {
      job.isGone = false
      waiting.add(job.turn, job)
      count++
    },
    begin() {
      for (let entry = waiting.take(); entry !== undefined; entry = waiting.take()) {
        const job = entry.value
        if (job.isGone) continue
        job.isGone = true
        begun = Math.max(begun, job.turn)
        count--
        return job
      }
      return null
    },
  }
}
