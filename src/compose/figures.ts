/** Reads the current load and memory use of one process's components. */

import type { ByteBudget } from '../base/share.ts'
import type { RuntimeFigures } from '../pages/nodes/runtime-figures.ts'
import type { JobQueueFigures } from '../pages/queue/job-queue.ts'
import type { KeptPageFigures } from '../pages/snapshot/page-store.ts'
import type { SnapshotFigures } from '../pages/snapshot/snapshot-store.ts'
import type { SandboxFigures } from '../readers/sandbox.ts'

/** The components that are open. Reading never opens one. */
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
