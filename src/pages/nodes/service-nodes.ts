/** What the nodes of one service share besides the database. */

import type { PageStore } from '../snapshot/page-store.ts'
import type { SnapshotStore } from '../snapshot/snapshot-store.ts'
import type { NodeBus } from './bus.ts'
import type { FactStore } from './fact-store.ts'

export interface ServiceNodes {
  bus: NodeBus
  facts: FactStore
  /** `maxBytes` bounds what this node keeps itself, while Redis is away. */
  openSnapshots(maxBytes: number): SnapshotStore
  openPages(maxBytes: number): PageStore
  /** Opens what is not open yet, and resolves when it is there, or is known to be out of reach. */
  settled(): Promise<void>
  /** Whether what they share is out of reach: this node works as if it were alone. */
  isAway(): boolean
}
