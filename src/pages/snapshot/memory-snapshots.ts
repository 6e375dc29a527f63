/** Stores results in this process's memory, with limits on count, size and age. */

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

/** Returns the size of a result without its content: its objects, the store entry, and two bytes per character of its fields. */
function bytesBeside(fields: object): number {
  return 2 * JSON.stringify(fields).length + 1024
}

/** Keeps the most recently used results. By default, keeps up to 1,000 results and 256 MiB in total, for 15 minutes each. */
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
