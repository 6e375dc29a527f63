/** The port to the readers of untrusted content. */

import type { Work } from '../base/work.ts'
import type { TaskArguments, TaskName, TaskValue } from './tasks.ts'

export interface SandboxRunOptions extends Pick<Work, 'signal' | 'share' | 'stages'> {
  /** Deadline for documents, on the `performance.now()` clock. Other tasks, and documents without a deadline, have a fixed limit. */
  deadlineAt?: number
  /** Bytes to give back to `share` when the task is done, because only the task needs them. */
  releaseBytes?: number
}

export interface Sandbox {
  /**
   * Runs a task from `entry.ts` in a reader, on copies of its arguments. Throws any error from the task, `signal.reason`, overloaded, and
   * invalid_response if reading takes too long, needs too much memory or crashes the reader.
   */
  run<Name extends TaskName>(
    task: Name,
    args: TaskArguments<Name>,
    options: SandboxRunOptions,
  ): Promise<TaskValue<Name>>
  /** Starts a reader for small pages unless one is running, so that it loads its code while a page is fetched. */
  prepare(): void
  /** Keeps a reader of each kind ready from now on. */
  warm(): void
  /** Returns the current load of the lanes for small and for large documents. */
  figures(): SandboxFigures
  /** Stops all readers. Running, waiting and later tasks fail with overloaded. */
  close(): Promise<void>
}

export interface LaneFigures {
  working: number
  waiting: number
  readers: number
}

export type SandboxFigures = Readonly<Record<'small' | 'large', LaneFigures>>
