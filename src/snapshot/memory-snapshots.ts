/** Stored results in this process's memory, within limits in number, bytes and age. */

import { LRUCache } from 'lru-cache'
import { type SnapshotEntry, type SnapshotStore, type StoredResult, snapshotMaxAgeMs } from './snapshot-store.ts'

/** One owner has at most half of the number and of the bytes: a busy one does not displace all that the others read. */
export interface MemorySnapshotLimits {
  maxEntries?: number
  maxBytes?: number
  maxAgeMs?: number
}

interface Snapshot {
  owner: string | null
  entry: SnapshotEntry
  result: StoredResult
  bytes: number
}

/** What a result takes besides its content: its fields as a character of two bytes each, its objects, and its place in the store. */
function bytesBeside(fields: object): number {
  return 2 * JSON.stringify(fields).length + 1024
}

/** The results that were used last are kept. By default 1,000 of 256 MiB together, each for 15 minutes. */
export function createMemorySnapshots({
  maxEntries = 1000,
  maxBytes = 256 * 1024 * 1024,
  maxAgeMs = snapshotMaxAgeMs,
}: MemorySnapshotLimits = {}): SnapshotStore {
  const share = { entries: Math.max(1, Math.floor(maxEntries / 2)), bytes: Math.floor(maxBytes / 2) }
  const usage = new Map<string | null, { entries: number; bytes: number }>()
  const snapshots = new LRUCache<string, Snapshot>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    ttl: maxAgeMs,
    // Memory is given back in time, also where nobody asks again.
    ttlAutopurge: true,
    onInsert: ({ owner, bytes }) => count(owner, 1, bytes),
    dispose: ({ owner, bytes }) => count(owner, -1, -bytes),
  })
  const nameOf = (owner: string | null, id: string) => JSON.stringify([owner, id])

  function count(owner: string | null, entries: number, bytes: number): void {
    const before = usage.get(owner) ?? { entries: 0, bytes: 0 }
    const after = { entries: before.entries + entries, bytes: before.bytes + bytes }
    if (after.entries === 0) usage.delete(owner)
    else usage.set(owner, after)
  }

  function hasRoom(owner: string | null, bytes: number): boolean {
    const used = usage.get(owner)
    return used === undefined || (used.entries < share.entries && used.bytes + bytes <= share.bytes)
  }

  /** Name of the owner's result that was not used for longest. */
  function findOldest(owner: string | null): string | undefined {
    for (const name of snapshots.rkeys()) if (snapshots.peek(name)?.owner === owner) return name
    return undefined
  }

  function makeRoom(owner: string | null, bytes: number): void {
    while (!hasRoom(owner, bytes)) {
      const oldest = findOldest(owner)
      if (oldest === undefined) return
      snapshots.delete(oldest)
    }
  }

  return {
    async get(owner, id) {
      return snapshots.get(nameOf(owner, id))?.result ?? null
    },
    async set(owner, id, result) {
      const name = nameOf(owner, id)
      const { content, ...fields } = result
      const { url, title, output, content_type, model, fetched_at } = fields
      const entry = { id, url, title, output, content_type, model, fetched_at, chars: content.chars }
      const bytes = content.json.byteLength + bytesBeside(fields)
      snapshots.delete(name)
      if (bytes > share.bytes) return false
      makeRoom(owner, bytes)
      snapshots.set(name, { owner, entry, result, bytes })
      return true
    },
    async list(owner) {
      return [...snapshots.rvalues()]
        .flatMap((snapshot) => (snapshot?.owner === owner ? [snapshot.entry] : []))
        .sort((a, b) => (a.fetched_at < b.fetched_at ? 1 : a.fetched_at > b.fetched_at ? -1 : 0))
    },
    async owners() {
      return [...usage.keys()]
    },
    async forget(owner) {
      for (const [name, snapshot] of [...snapshots.entries()]) if (snapshot.owner === owner) snapshots.delete(name)
    },
    figures: () => ({ entries: snapshots.size, bytes: snapshots.calculatedSize }),
  }
}
