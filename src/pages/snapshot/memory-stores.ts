/** Stores pages and results in this process's memory, with limits on count, size and age. No owner may use more than half of a store. */

import { LRUCache } from 'lru-cache'
import { pageMaxAgeMs, snapshotMaxAgeMs } from '../../contract/service-limits.ts'
import type { Page } from '../../page/page.ts'
import {
  entryOf,
  type KeptPage,
  newestFirst,
  type PageStore,
  type SnapshotEntry,
  type SnapshotStore,
  type StoredResult,
} from './snapshot-store.ts'

/** Keeps the most recently used results. By default, keeps up to 1,000 results and 256 MiB in total, for 15 minutes each. */
export function createMemorySnapshots({
  maxEntries = 1000,
  maxBytes = 256 * 1024 * 1024,
  maxAgeMs = snapshotMaxAgeMs,
}: Partial<MemoryLimits> = {}): SnapshotStore {
  const limits = { maxEntries, maxBytes, maxAgeMs }
  const snapshots = createOwnedMemory<{ entry: SnapshotEntry; result: StoredResult }>(limits)
  return {
    get: async (owner, id) => snapshots.get(owner, id)?.result ?? null,
    async set(owner, id, result) {
      const { content, ...fields } = result
      // The content, two bytes per character of the other fields, and the store entry.
      const bytes = content.json.byteLength + 2 * JSON.stringify(fields).length + 1024
      return snapshots.set(owner, id, { entry: entryOf(id, result), result }, bytes)
    },
    list: async (owner) => newestFirst(snapshots.values(owner).map(({ entry }) => entry)),
    figures: snapshots.figures,
  }
}

/**
 * Keeps the most recently used pages, by default up to 2,000 pages and 128 MiB in total, for 24 hours. An owner can't get another owner's
 * pages.
 * @example
 * const pages = createMemoryPages({ maxAgeMs: 60_000 })
 * await pages.set('key_1', 'name', { page, fetchedAt: new Date().toISOString() }) // true
 * await pages.get('key_2', 'name') // null
 */
export function createMemoryPages({
  maxEntries = 2000,
  maxBytes = 128 * 1024 * 1024,
  maxAgeMs = pageMaxAgeMs,
}: Partial<MemoryLimits> = {}): PageStore {
  const pages = createOwnedMemory<KeptPage>({ maxEntries, maxBytes, maxAgeMs })

  return {
    async get(owner, name) {
      const kept = pages.get(owner, name)
      if (kept === null) return null
      const ageMs = Math.max(0, Date.now() - Date.parse(kept.fetchedAt))
      return ageMs > maxAgeMs ? null : { ...kept, ageMs }
    },
    set: async (owner, name, kept) => pages.set(owner, name, kept, bytesOf(kept.page)),
    async delete(owner, name) {
      pages.delete(owner, name)
    },
    figures: pages.figures,
  }
}

/** Returns a page's size: the store entry, the bytes of the body, and two bytes per character of the other fields. */
function bytesOf({ body, hidden, ...fields }: Page): number {
  const marks = (hidden?.elements.length ?? 0) + (hidden?.texts.length ?? 0)
  return body.byteLength + 2 * JSON.stringify(fields).length + 8 * marks + 2048
}

/** One owner may use at most half of the entries and bytes, so a busy owner can't displace everyone else's values. */
interface MemoryLimits {
  maxEntries: number
  maxBytes: number
  maxAgeMs: number
}

/** The owner is the id of a key, or null if the service has no keys. The least recently used entries are dropped first. */
function createOwnedMemory<Value>({ maxEntries, maxBytes, maxAgeMs }: MemoryLimits) {
  const share = { entries: Math.max(1, Math.floor(maxEntries / 2)), bytes: Math.floor(maxBytes / 2) }
  const usage = new Map<string | null, { entries: number; bytes: number }>()
  const held = new LRUCache<string, { owner: string | null; value: Value; bytes: number }>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    // Frees expired entries on time, even if no one asks for them again.
    ttlAutopurge: true,
    ttl: maxAgeMs,
    onInsert: ({ owner, bytes }) => count(owner, 1, bytes),
    dispose: ({ owner, bytes }) => count(owner, -1, -bytes),
  })
  const nameOf = (owner: string | null, id: string) => JSON.stringify([owner, id])

  function count(owner: string | null, entries: number, bytes: number): void {
    const before = usage.get(owner) ?? { entries: 0, bytes: 0 }
    usage.set(owner, { entries: before.entries + entries, bytes: before.bytes + bytes })
    // An owner whose only value is being replaced stays, because a Map that changes with every request takes up memory.
    if (usage.size > maxEntries) for (const [name, { entries }] of usage) if (entries === 0) usage.delete(name)
  }

  function hasRoom(owner: string | null, bytes: number): boolean {
    const used = usage.get(owner)
    return used === undefined || (used.entries < share.entries && used.bytes + bytes <= share.bytes)
  }

  /** Returns the name of the owner's least recently used entry. */
  function findOldest(owner: string | null): string | undefined {
    for (const name of held.rkeys()) if (held.peek(name)?.owner === owner) return name
    return undefined
  }

  function makeRoom(owner: string | null, bytes: number): void {
    while (!hasRoom(owner, bytes)) {
      const oldest = findOldest(owner)
      if (oldest === undefined) return
      held.delete(oldest)
    }
  }

  return {
    get: (owner: string | null, id: string): Value | null => held.get(nameOf(owner, id))?.value ?? null,
    /** Replaces the value stored under the ID. Returns false if the value is too large to store. */
    set(owner: string | null, id: string, value: Value, bytes: number): boolean {
      const name = nameOf(owner, id)
      if (bytes > share.bytes || !hasRoom(owner, bytes)) held.delete(name)
      if (bytes > share.bytes) return false
      makeRoom(owner, bytes)
      held.set(name, { owner, value, bytes })
      return true
    },
    delete: (owner: string | null, id: string) => void held.delete(nameOf(owner, id)),
    /** Values of one owner, most recently used first. */
    values: (owner: string | null): Value[] =>
      [...held.values()].flatMap((entry) => (entry?.owner === owner ? [entry.value] : [])),
    figures: () => ({ entries: held.size, bytes: held.calculatedSize }),
  }
}
