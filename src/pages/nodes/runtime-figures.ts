/** The current load and contents of one process: queues, threads, browser pages, bytes and stored items. */

import type { ByteBudget } from '../../base/share.ts'
import type { SandboxFigures } from '../../readers/sandbox.ts'
import type { JobQueueFigures } from '../queue/job-queue.ts'
import type { KeptPageFigures } from '../snapshot/page-store.ts'
import type { SnapshotFigures } from '../snapshot/snapshot-store.ts'

export interface RuntimeFigures {
  readers: SandboxFigures
  browser: BrowserFigures
  jobs: JobQueueFigures
  /** Bytes in flight. */
  budget: Pick<ByteBudget, 'bytes' | 'maxBytes'>
  snapshots: SnapshotFigures
  pages: KeptPageFigures
}

interface BrowserFigures {
  working: number
  waiting: number
  browsers: number
  /** Farms that can't provide a browser at the moment. */
  away: number
}
