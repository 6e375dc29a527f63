/** Results kept for reading on: the port, and its default in this process's memory. */

import { LRUCache } from 'lru-cache'

/** A stored result, by a name that holds the caller and all inputs that shape the content. */
export interface SnapshotStore {
  get(name: string): Promise<object | null>
  /** `chars`: about how much it holds. Results that are too big are not kept. */
  set(name: string, result: object, chars: number): Promise<void>
}

/** How long a result can be read on (API.md §2). */
export const snapshotMaxAgeMs = 15 * 60 * 1000

/** Keeps at most `maxEntries` results and `maxChars` characters, the latest used ones. */
export function createMemorySnapshots({ maxEntries = 1000, maxChars = 128 * 1024 * 1024 } = {}): SnapshotStore {
  const results = new LRUCache<string, object>({ max: maxEntries, maxSize: maxChars, ttl: snapshotMaxAgeMs })
  return {
    async get(name) {
      return results.get(name) ?? null
    },
    async set(name, result, chars) {
      results.set(name, result, { size: Math.max(1, chars) })
    },
  }
}

/** For a process that ends with its answer. */
export const noSnapshots: SnapshotStore = {
  async get() {
    return null
  },
  async set() {},
}
