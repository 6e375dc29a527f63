/** The parts that the nodes of one service share in addition to the database. */

import type { OpenSharedSemaphore } from '../../base/semaphore.ts'
import type { PageStore } from '../snapshot/page-store.ts'
import type { SnapshotStore } from '../snapshot/snapshot-store.ts'
import type { NodeBus } from './bus.ts'
import type { FactStore } from './fact-store.ts'

export interface ServiceNodes {
  bus: NodeBus
  facts: FactStore
  openSnapshots(): SnapshotStore
  openPages(): PageStore
  /** Counts the requests to one host for all nodes together. */
  openHostSlots: OpenSharedSemaphore
  /** Opens shared stores that aren't open yet. Resolves when they are connected or known to be unreachable. */
  settled(): Promise<void>
  /** True if the shared stores are unreachable, in which case this node works as if it were alone. */
  isAway(): boolean
}
