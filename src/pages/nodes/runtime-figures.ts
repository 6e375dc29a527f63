/** What the parts of one process do and hold at one moment: queues, threads, pages in the browser, bytes, what is stored. */

import type { ByteBudget } from '../../base/share.ts'
import type { SandboxFigures } from '../../readers/sandbox.ts'
import type { JobQueueFigures } from '../queue/job-queue.ts'
import type { KeptPageFigures } from '../snapshot/page-store.ts'
import type { SnapshotFigures } from '../snapshot/snapshot-store.ts'

export interface RuntimeFigures {
  /** Worker threads that read pages. */
  readers: SandboxFigures
  browser: BrowserFigures
  /** What workers are asked for, by all processes together. */
  jobs: JobQueueFigures
  /** Bytes in flight. */
  budget: Pick<ByteBudget, 'bytes' | 'maxBytes'>
  snapshots: SnapshotFigures
  pages: KeptPageFigures
}

interface BrowserFigures {
  /** Pages in use or being closed. */
  working: number
  /** Requests that wait for a page. */
  waiting: number
  /** Browsers that run. */
  browsers: number
  /** Farms that give no browser now. */
  away: number
}
