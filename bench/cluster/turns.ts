/** The order in which waiting jobs begin: by start-time fair queueing among keys, as the queue in Redis has it, or as they came. */

import { createHeap } from './event-heap.ts'

export interface Waiting {
  key: string
  turn: number
  /** Taken out without having begun. */
  isGone: boolean
}

interface Turns<Job extends Waiting> {
  /** Gives the job its turn. Returns the job that makes room, which may be this one; null while there is room. */
  enter(job: Job): Job | null
  /** One whose worker was lost keeps its turn. */
  enterAgain(job: Job): void
  /** The next one; null when none waits. */
  begin(): Job | null
}

/** @see https://doi.org/10.1109/90.649569 Goyal, Vin, Cheng: Start-time Fair Queueing */
export function createTurns<Job extends Waiting>(order: 'fair' | 'arrival', max: number): Turns<Job> {
  const waiting = createHeap<Job>()
  /** Of each key the turn of its next job, and its waiting jobs, the last one at the end. */
  const keys = new Map<string, { next: number; jobs: Job[] }>()
  let begun = 1
  let count = 0

  const ofKey = (key: string) => {
    const known = keys.get(key) ?? { next: 1, jobs: [] }
    keys.set(key, known)
    return known
  }

  /** Takes out the waiting job of the latest turn, when that is later than `turn`. */
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
