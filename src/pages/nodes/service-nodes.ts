/** The parts that the nodes of one service share in addition to the database. */

import { LRUCache } from 'lru-cache'
import type { OpenSharedSemaphore } from '../../base/semaphore.ts'
import type { ByteBudget } from '../../base/share.ts'
import type { SandboxFigures } from '../../readers/tasks.ts'
import type { JobQueueFigures } from '../queue/job-queue.ts'
import type { PageStore, SnapshotStore, StoreFigures } from '../snapshot/snapshot-store.ts'

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
export const noOtherNodes: NodeBus = { async send() {}, listen: () => () => {} }

export type Facts = Readonly<Record<string, string>>

/** Every call specifies the owner: the id of a key, or null if the service has no keys. */
export interface FactStore {
  /** Returns the facts about the subject, or no facts if they were dropped. */
  read(owner: string | null, subject: string): Promise<Facts>
  /** Adds facts about the subject, replacing those with the same names. */
  write(owner: string | null, subject: string, facts: Facts): Promise<void>
}

/** Keeps facts in this process's memory, for the `maxSubjects` most recently used subjects. */
export function createMemoryFacts(maxSubjects = 10_000): FactStore {
  const known = new LRUCache<string, Facts>({ max: maxSubjects })
  return {
    read: async (owner, subject) => known.get(nameOf(owner, subject)) ?? {},
    async write(owner, subject, facts) {
      const name = nameOf(owner, subject)
      known.set(name, { ...known.get(name), ...facts })
    },
  }
}

function nameOf(owner: string | null, subject: string): string {
  return JSON.stringify([owner, subject])
}

/** Queues, threads, browser pages, bytes and stored items. */
export interface RuntimeFigures {
  readers: SandboxFigures
  browser: BrowserFigures
  jobs: JobQueueFigures
  budget: Pick<ByteBudget, 'bytes' | 'maxBytes'>
  snapshots: StoreFigures
  pages: StoreFigures
}

interface BrowserFigures {
  working: number
  waiting: number
  browsers: number
  /** Farms that can't provide a browser at the moment. */
  away: number
}

export interface WorkerRuntime {
  budget: ByteBudget
  figures(): RuntimeFigures
  isReady(): boolean
  isRedisAway(): boolean
  /** Stops taking jobs, gives running jobs `graceMs` to finish, leaves the rest to other workers, and closes everything. */
  close(graceMs: number): Promise<void>
}
