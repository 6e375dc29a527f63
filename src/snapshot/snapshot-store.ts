/** Results kept for reading on: the port, and its default in this process's memory. */

import type { ScrapeResult } from '../contract/scrape.ts'

/** What is stored: the whole result of a scrape, less its window and receipt. */
export type StoredResult = Omit<
  ScrapeResult,
  'total_chars' | 'offset' | 'next_offset' | 'credits_charged' | 'credits_remaining' | 'request_id'
>

/** What a list of snapshots shows of one. */
export interface SnapshotEntry
  extends Pick<StoredResult, 'url' | 'title' | 'output' | 'content_type' | 'model' | 'fetched_at'> {
  id: string
  chars: number
}

/** Every call names the owner, a key's id or null where there are no keys: what another owner stored is not there. */
export interface SnapshotStore {
  get(owner: string | null, id: string): Promise<StoredResult | null>
  /** `chars`: about how much it holds. Resolves with false when it is too big to be kept. */
  set(owner: string | null, id: string, result: StoredResult, chars: number): Promise<boolean>
  /** The newest first. */
  list(owner: string | null): Promise<SnapshotEntry[]>
}

/** How long a result can be read on (docs/api.md, scrape). */
export const snapshotMaxAgeMs = 15 * 60 * 1000

export interface MemorySnapshotLimits {
  /** One owner has at most half of this and of the bytes: what a busy one stores does not push out all that others read. */
  maxEntries?: number
  /** A character counts as two bytes, as it does in memory. */
  maxBytes?: number
  maxAgeMs?: number
}

interface Kept {
  owner: string | null
  entry: SnapshotEntry
  result: StoredResult
  bytes: number
  expiresAt: number
}

/** Kept results in the order in which they were last used, and what they weigh. */
interface Shelf {
  kept: Map<string, Kept>
  bytes: number
}

/** Keeps the latest used results, within limits in number, bytes and age. */
export function createMemorySnapshots({
  maxEntries = 1000,
  maxBytes = 256 * 1024 * 1024,
  maxAgeMs = snapshotMaxAgeMs,
}: MemorySnapshotLimits = {}): SnapshotStore {
  const all: Shelf = { kept: new Map(), bytes: 0 }
  const shelves = new Map<string | null, Shelf>()
  const nameOf = (owner: string | null, id: string) => JSON.stringify([owner, id])

  function shelvesOf(owner: string | null): Shelf[] {
    const own = shelves.get(owner) ?? { kept: new Map(), bytes: 0 }
    shelves.set(owner, own)
    return [own, all]
  }

  function put(name: string, kept: Kept): void {
    for (const shelf of shelvesOf(kept.owner)) {
      shelf.kept.set(name, kept)
      shelf.bytes += kept.bytes
    }
  }

  function remove(name: string, { owner, bytes }: Kept): void {
    for (const shelf of shelvesOf(owner)) if (shelf.kept.delete(name)) shelf.bytes -= bytes
    if (shelves.get(owner)?.kept.size === 0) shelves.delete(owner)
  }

  /** What is too old goes by itself, also where nobody asks any more. */
  let isSweepDue = false
  function sweep(): void {
    const now = performance.now()
    for (const [name, kept] of all.kept) if (kept.expiresAt <= now) remove(name, kept)
  }
  function sweepLater(): void {
    if (isSweepDue) return
    isSweepDue = true
    setTimeout(() => {
      isSweepDue = false
      sweep()
      if (all.kept.size > 0) sweepLater()
    }, maxAgeMs).unref()
  }

  function shrink(shelf: Shelf, entries: number, bytes: number): void {
    for (const [name, kept] of shelf.kept) {
      if (shelf.kept.size <= entries && shelf.bytes <= bytes) return
      remove(name, kept)
    }
  }

  return {
    async get(owner, id) {
      const name = nameOf(owner, id)
      const kept = all.kept.get(name)
      if (!kept) return null
      // The latest used ones stay longest.
      remove(name, kept)
      if (kept.expiresAt <= performance.now()) return null
      put(name, kept)
      return kept.result
    },
    async set(owner, id, result, chars) {
      const name = nameOf(owner, id)
      const before = all.kept.get(name)
      if (before) remove(name, before)
      const bytes = chars * 2
      if (bytes > maxBytes / 2) return false
      const { url, title, output, content_type, model, fetched_at } = result
      const entry = { id, url, title, output, content_type, model, fetched_at, chars }
      put(name, { owner, entry, result, bytes, expiresAt: performance.now() + maxAgeMs })
      for (const shelf of shelvesOf(owner)) {
        const share = shelf === all ? 1 : 2
        shrink(shelf, Math.max(1, Math.floor(maxEntries / share)), maxBytes / share)
      }
      sweepLater()
      return true
    },
    async list(owner) {
      sweep()
      const entries = [...(shelves.get(owner)?.kept.values() ?? [])].map(({ entry }) => entry)
      return entries.sort((a, b) => (a.fetched_at < b.fetched_at ? 1 : a.fetched_at > b.fetched_at ? -1 : 0))
    },
  }
}

/** For a process that ends with its answer. */
export const noSnapshots: SnapshotStore = {
  async get() {
    return null
  },
  async set() {
    return false
  },
  async list() {
    return []
  },
}
