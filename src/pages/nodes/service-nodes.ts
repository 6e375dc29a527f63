/** The parts that the nodes of one service share in addition to the database. */

import type { OpenSharedSemaphore } from '../../base/semaphore.ts'
import type { PageStore } from '../snapshot/page-store.ts'
import type { SnapshotStore } from '../snapshot/snapshot-store.ts'
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

export interface NodeBus {
  /** Sends a message to all other nodes, as JSON. The message is lost if Redis is unreachable. */
  send(topic: string, message: object): Promise<void>
  /** Calls the listener with messages from other nodes. Returns a function that stops listening. */
  listen(topic: string, listener: (message: unknown) => void): () => void
}

/** The bus of a node that runs alone. */
export const noOtherNodes: NodeBus = {
  async send() {},
  listen: () => () => {},
}
