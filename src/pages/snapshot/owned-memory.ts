/** A memory store for owners' values, with limits on count, size and age. No owner may use more than half of it. */

import { LRUCache } from 'lru-cache'

/** One owner may use at most half of the entries and bytes, so a busy owner can't displace everyone else's values. */
export interface MemoryLimits {
  maxEntries: number
  maxBytes: number
}

/** The owner is the id of a key, or null if the service has no keys. The least recently used entries are dropped first. */
interface OwnedMemory<Value> {
  get(owner: string | null, id: string): Value | null
  /** Replaces the value stored under the ID. Returns false if the value is too large to store. */
  set(owner: string | null, id: string, value: Value, size: { bytes: number; maxAgeMs: number }): boolean
  delete(owner: string | null, id: string): void
  /** Values of one owner, most recently used first. */
  values(owner: string | null): Value[]
  figures(): { entries: number; bytes: number }
}

interface Entry<Value> {
  owner: string | null
  value: Value
  bytes: number
}

export function createOwnedMemory<Value>({ maxEntries, maxBytes }: MemoryLimits): OwnedMemory<Value> {
  const share = { entries: Math.max(1, Math.floor(maxEntries / 2)), bytes: Math.floor(maxBytes / 2) }
  const usage = new Map<string | null, { entries: number; bytes: number }>()
  const held = new LRUCache<string, Entry<Value>>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    // Frees expired entries on time, even if no one asks for them again.
    ttlAutopurge: true,
    ttl: 1,
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
    get: (owner, id) => held.get(nameOf(owner, id))?.value ?? null,
    set(owner, id, value, { bytes, maxAgeMs }) {
      const name = nameOf(owner, id)
      if (bytes > share.bytes || !hasRoom(owner, bytes)) held.delete(name)
      if (bytes > share.bytes) return false
      makeRoom(owner, bytes)
      held.set(name, { owner, value, bytes }, { ttl: maxAgeMs })
      return true
    },
    delete: (owner, id) => void held.delete(nameOf(owner, id)),
    values: (owner) => [...held.values()].flatMap((entry) => (entry?.owner === owner ? [entry.value] : [])),
    figures: () => ({ entries: held.size, bytes: held.calculatedSize }),
  }
}
