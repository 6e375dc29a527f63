/** The process of a worker, as the command that runs it sees it. */

import type { ByteBudget } from '../../base/share.ts'
import type { RuntimeFigures } from './runtime-figures.ts'

export interface WorkerRuntime {
  /** Bytes in flight of all its jobs. */
  budget: ByteBudget
  figures(): RuntimeFigures
  /** Whether it takes jobs. */
  isReady(): boolean
  isRedisAway(): boolean
  /** Takes no further jobs, lets those that run end within `graceMs`, hands the others to other workers, and closes everything. */
  close(graceMs: number): Promise<void>
}
