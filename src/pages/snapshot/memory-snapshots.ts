/** Stores results in this process's memory, with limits on number, bytes and age. */

import { snapshotMaxAgeMs } from '../../contract/service-limits.ts'
import { createOwnedMemory, type MemoryLimits } from './owned-memory.ts'
import { entryOf, newestFirst, type SnapshotEntry, type SnapshotStore, type StoredResult } from './snapshot-store.ts'

export interface MemorySnapshotLimits extends Partial<MemoryLimits> {
  maxAgeMs?: number
}

interface Snapshot {
  entry: SnapshotEntry
  result: StoredResult
}

/** Returns the size of a result without its content: two bytes per character of its fields, its objects, and the store entry. */
function bytesBeside(fields: object): number {
  return 2 * JSON.stringify(fields).length + 1024
}

/** Keeps the most recently used results. By default, these are 1,000 results with up to 256 MiB in total, for 15 minutes each. */
export function createMemorySnapshots({
  maxEntries = 1000,
  maxBytes = 256 * 1024 * 1024,
  maxAgeMs = snapshotMaxAgeMs,
}: MemorySnapshotLimits = {}): SnapshotStore {
  const snapshots = createOwnedMemory<Snapshot>({ maxEntries, maxBytes })
  return {
    async get(owner, id) {
      return snapshots.get(owner, id)?.result ?? null
    },
    async set(owner, id, result) {
      const { content, ...fields } = result
      const bytes = content.json.byteLength + bytesBeside(fields)
      return snapshots.set(owner, id, { entry: entryOf(id, result), result }, { bytes, maxAgeMs })
    },
    async list(owner) {
      return newestFirst(snapshots.values(owner).map(({ entry }) => entry))
    },
    figures: snapshots.figures,
  }
}
