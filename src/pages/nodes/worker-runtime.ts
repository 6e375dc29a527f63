/** A worker's process, as seen by the command that runs it. */

import type { ByteBudget } from '../../base/share.ts'
import type { RuntimeFigures } from './runtime-figures.ts'

export interface WorkerRuntime {
  /** Counts the bytes in flight for all its jobs. */
  budget: ByteBudget
  figures(): RuntimeFigures
  /** True if the worker accepts jobs. */
  isReady(): boolean
  isRedisAway(): boolean
  /** Stops taking jobs, gives running jobs `graceMs` to finish, leaves the rest to other workers, and closes everything. */
  close(graceMs: number): Promise<void>
}
