/** The port to readers: whoever has something untrusted read needs only this. */

import type { Work } from '../base/work.ts'
import type { TaskArguments, TaskName, TaskValue } from './tasks.ts'

export interface SandboxRunOptions extends Pick<Work, 'signal' | 'share' | 'stages'> {
  /** Bytes to give back to `share` when the task is done, because only the task needs them. */
  releaseBytes?: number
}

export interface Sandbox {
  /**
   * Runs a task of `entry.ts` in a reader, on copies of its arguments. Throws what the task throws, `signal.reason`, overloaded, and
   * invalid_response when reading takes too long or too much memory or kills the reader.
   */
  run<Name extends TaskName>(
    task: Name,
    args: TaskArguments<Name>,
    options: SandboxRunOptions,
  ): Promise<TaskValue<Name>>
  /** Keeps a reader of each kind ready from now on. */
  warm(): void
  /** What is done at this moment, in the lanes of small and of large documents. */
  figures(): SandboxFigures
  /** Ends all threads. Tasks that run or wait fail with overloaded, and so does every later one. */
  close(): Promise<void>
}

/** What a lane does at one moment. */
export interface LaneFigures {
  /** Tasks that are being read. */
  working: number
  /** Tasks that wait for a reader. */
  waiting: number
  /** Readers, including idle ones. */
  readers: number
}

export type SandboxFigures = Readonly<Record<'small' | 'large', LaneFigures>>
