/** What the parts of one process do and hold at one moment: queues, threads, pages in the browser, bytes, what is stored. */

import type { ByteBudget } from '../base/share.ts'
import type { JobQueueFigures } from '../pages/queue/job-queue.ts'
import type { KeptPageFigures } from '../pages/snapshot/page-store.ts'
import type { SnapshotFigures } from '../pages/snapshot/snapshot-store.ts'
import type { SandboxFigures } from '../readers/sandbox.ts'

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

/** The parts that are open: none of them is opened to be read. */
interface OpenParts {
  budget: ByteBudget
  sandbox?: { figures(): SandboxFigures } | undefined
  browser?: { state(): { active: number; waiting: number; browsers: number; away: readonly string[] } } | undefined
  jobs?: { figures(): JobQueueFigures } | null | undefined
  snapshots?: { figures(): SnapshotFigures } | undefined
  pages?: { figures(): KeptPageFigures } | null | undefined
}

const idleLane = { working: 0, waiting: 0, readers: 0 }

export function readFigures({ budget, sandbox, browser, jobs, snapshots, pages }: OpenParts): RuntimeFigures {
  const { active = 0, waiting = 0, browsers = 0, away = [] } = browser?.state() ?? {}
  return {
    readers: sandbox?.figures() ?? { small: idleLane, large: idleLane },
    browser: { working: active, waiting, browsers, away: away.length },
    jobs: jobs?.figures() ?? { waiting: 0, running: 0, workers: 0 },
    budget: { bytes: budget.bytes, maxBytes: budget.maxBytes },
    snapshots: snapshots?.figures() ?? { entries: 0, bytes: 0 },
    pages: pages?.figures() ?? { entries: 0, bytes: 0 },
  }
}
