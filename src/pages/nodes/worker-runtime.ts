/** A worker's process, as seen by the command that runs it. */

import type { ByteBudget } from '../../base/share.ts'
import type { RuntimeFigures } from './runtime-figures.ts'

export interface WorkerRuntime {
  /** Bytes in flight across all its jobs. */
  budget: ByteBudget
  figures(): RuntimeFigures
  /** True if the worker accepts jobs. */
  isReady(): boolean
  isRedisAway(): boolean
  /** Accepts no further jobs, gives running jobs `graceMs` to finish, hands the rest to other workers, and closes everything. */
  close(graceMs: number): Promise<void>
}
