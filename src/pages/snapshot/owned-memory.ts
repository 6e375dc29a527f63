/** A memory of what belongs to owners, bounded in number, bytes and age, of which no owner takes more than half. */

import { LRUCache } from 'lru-cache'

/** One owner has at most half of the number and of the bytes: a busy one does not displace all that the others have. */
export interface MemoryLimits {
  maxEntries: number
  maxBytes: number
}

/** The owner is the id of a key, or null where there are no keys. What was used last stays. */
interface OwnedMemory<Value> {
  get(owner: string | null, id: string): Value | null
  /** Replaces what the id had before. False when the value is too large to be held. */
  set(owner: string | null, id: string, value: Value, size: { bytes: number; maxAgeMs: number }): boolean
  delete(owner: string | null, id: string): void
  /** Of one owner, what was not used for longest first. */
  values(owner: string | null): Value[]
  /** Everyone of whom something is held. */
  owners(): (string | null)[]
  /** Drops what is held of one owner. */
  forget(owner: string | null): void
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
    // Memory is given back in time, also where nobody asks again.
    ttlAutopurge: true,
    ttl: 1,
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

  /** Name of the owner's entry that was not used for longest. */
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
      held.delete(name)
      if (bytes > share.bytes) return false
      makeRoom(owner, bytes)
      held.set(name, { owner, value, bytes }, { ttl: maxAgeMs })
      return true
    },
    delete: (owner, id) => void held.delete(nameOf(owner, id)),
    values: (owner) => [...held.rvalues()].flatMap((entry) => (entry?.owner === owner ? [entry.value] : [])),
    owners: () => [...usage.keys()],
    forget(owner) {
      for (const [name, entry] of [...held.entries()]) if (entry.owner === owner) held.delete(name)
    },
    figures: () => ({ entries: held.size, bytes: held.calculatedSize }),
  }
}
