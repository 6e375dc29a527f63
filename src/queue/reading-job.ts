/** The job of reading one document, and its answer: a task of the sandbox, with what it takes. */

import type { PackedError } from '../sandbox/task-error.ts'
import { packValue, unpackValue } from './packed-value.ts'
import type { StageSpan } from './stage-spans.ts'

export interface ReadingJob {
  task: string
  args: unknown[]
  /** The job that loaded the page that the first argument is: its body is in that one's answer. Null: all is here. */
  pageOf: string | null
}

export interface ReadingAnswer {
  read: { value: unknown } | { error: PackedError } | 'page is gone'
  spans: StageSpan[]
  workedMs: number
}

export function packReadingJob(job: ReadingJob): Uint8Array {
  return packValue(job)
}

/** Null for a job of another form. Only for what was sealed: nobody else can have made it. */
export function unpackReadingJob(bytes: Uint8Array): ReadingJob | null {
  return (unpackValue(bytes)?.value ?? null) as ReadingJob | null
}

export function packReadingAnswer(answer: ReadingAnswer): Uint8Array {
  return packValue(answer)
}

/** The same for an answer. */
export function unpackReadingAnswer(bytes: Uint8Array): ReadingAnswer | null {
  return (unpackValue(bytes)?.value ?? null) as ReadingAnswer | null
}
