/** The ports of the queue, which carries jobs to the workers from the processes that serve requests. */

import { randomUUID } from 'node:crypto'

/** Replaces the key ID in a job ID if the service has no keys. */
const nobody = 'nobody'

/** Returns a unique job id. It contains the key's id, which isn't secret, so that the queue knows whose job it is. */
export function createJobId(keyId: string | null): string {
  return `${keyId ?? nobody}.${randomUUID()}`
}

/** Returns the ID of the key that owns the job, or null if the service has no keys. */
export function keyOfJob(id: string): string | null {
  const [keyId = nobody] = id.split('.')
  return keyId === nobody ? null : keyId
}

export interface Job {
  /** Created by `createJobId`. Used only to determine the job's turn. */
  id: string
  /** Sealed, so reading the queue doesn't reveal the request. */
  content: Uint8Array
  leftMs: number
}

export interface JobWatch {
  /** Cancels the job when it aborts, both while it waits and while it runs. */
  signal: AbortSignal
  /** Called with the size of an answer before it is received. If it throws, the caller gets that error instead of the answer. */
  onAnswer(bytes: number): void
  /** Called when a worker starts the job, and again when another worker takes it over. */
  onBegin?(): void
}

/** Encrypts and authenticates the content of jobs. `place` binds the bytes to one use, and they can't be opened for another. */
export interface JobSeal {
  seal(bytes: Uint8Array, place: string): Uint8Array
  /** Returns null if the bytes were sealed for another place or with other secrets. */
  open(sealed: Uint8Array, place: string): Uint8Array | null
}

/** The places of a job and its answer. Neither can be mistaken for the other, or for part of another job. */
export const sealPlaces = {
  job: (id: string) => `job ${id}`,
  answer: (id: string) => `answer to job ${id}`,
}

export interface JobQueue {
  /**
   * Resolves with a worker's sealed answer, or with null if no worker started the job; the caller then does the work locally. Throws
   * overloaded if too many jobs are waiting, invalid_response if a worker started the job but none finished it, `signal.reason`, and any
   * error from `onAnswer`.
   */
  run(job: Job, watch: JobWatch): Promise<Uint8Array | null>
  /** Figures that are at most a few seconds old. */
  figures(): JobQueueFigures
  close(): Promise<void>
}

export interface JobQueueFigures {
  /** Jobs that no worker has started. */
  waiting: number
  running: number
  workers: number
}

export interface TakenJob extends Job {
  /** Aborts when no caller is waiting for the answer any more, or when the worker has to stop. */
  signal: AbortSignal
}

/** Resolves with the sealed answer, or null if the job can't be opened here or has outlived its time limit. Throws `signal.reason`. */
export type WorkOnJob = (job: TakenJob) => Promise<Uint8Array | null>

export interface JobWorker {
  figures(): JobQueueFigures
  /** True if the queue is reachable. */
  isReady(): boolean
  /** Stops taking jobs, gives running jobs `graceMs` to finish, and returns the rest to the queue for another worker. */
  close(graceMs: number): Promise<void>
}
