/** Ports of the queue: jobs on their way from the processes that answer requests to those that work for them. */

import { randomUUID } from 'node:crypto'

/** In the id of a job, where there are no keys. */
const nobody = 'nobody'

/** An id that no other job has. A key's id is no secret, and tells the queue whose job it is. */
export function createJobId(keyId: string | null): string {
  return `${keyId ?? nobody}.${randomUUID()}`
}

/** The key whose job it is; null where there are no keys. */
export function keyOfJob(id: string): string | null {
  const [keyId = nobody] = id.split('.')
  return keyId === nobody ? null : keyId
}

/** What one process asks of another. */
export interface Job {
  /** As `createJobId` makes it: it says whose turn it is, and nothing else. */
  id: string
  /** Sealed: who reads the queue does not know what is asked. */
  content: Uint8Array
  /** Milliseconds that are left for it. */
  leftMs: number
}

export interface JobWatch {
  /** Its end ends the job, whether it waits or runs. */
  signal: AbortSignal
  /** Called before an answer of so many bytes is received; what it throws is thrown in place of the answer. */
  onAnswer(bytes: number): void
  /** Called where so many jobs wait already. */
  onWait?(before: number): void
  /** Called when a worker begins, and again when another one takes the job over. */
  onBegin?(): void
}

/** Encrypts and authenticates what jobs carry. `place` is where the bytes belong: they open nowhere else. */
export interface JobSeal {
  seal(bytes: Uint8Array, place: string): Uint8Array
  /** Null for what was not sealed for this place, or under other secrets. */
  open(sealed: Uint8Array, place: string): Uint8Array | null
}

/** Where a job and its answer belong: one is not taken for the other, nor for those of another job. */
export const sealPlaces = {
  job: (id: string) => `job ${id}`,
  answer: (id: string) => `answer to job ${id}`,
}

/** Port: the queue as those see it who have work to hand over. */
export interface JobQueue {
  /**
   * Resolves with the sealed answer of a worker, or with null when no worker has begun the job: the caller does it itself then.
   * Throws overloaded when too many jobs wait, invalid_response when a worker began the job and neither it nor another finished it,
   * `signal.reason`, and what `onAnswer` throws.
   */
  run(job: Job, watch: JobWatch): Promise<Uint8Array | null>
  /** As they were some seconds ago at most. */
  figures(): JobQueueFigures
  close(): Promise<void>
}

export interface JobQueueFigures {
  /** Jobs that no worker has begun. */
  waiting: number
  /** Jobs that workers do. */
  running: number
  /** Workers that are alive. */
  workers: number
}

/** A job in the process that does it. */
export interface TakenJob extends Job {
  /** Aborts when nobody waits for the answer any more, and when the worker is to end. */
  signal: AbortSignal
}

/** Resolves with the sealed answer, or with null for a job that can't be opened here or is older than its time limit. Throws `signal.reason`. */
export type WorkOnJob = (job: TakenJob) => Promise<Uint8Array | null>

/** Port: the queue as a worker sees it. */
export interface JobWorker {
  figures(): JobQueueFigures
  /** Whether the queue is within reach. */
  isReady(): boolean
  /** Takes no further jobs, lets those that run end within `graceMs` and hands the others back for another worker. */
  close(graceMs: number): Promise<void>
}
