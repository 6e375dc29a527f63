/** Keeps pages in this process's memory, limited by number, bytes and age. */

import { pageMaxAgeMs } from '../../contract/service-limits.ts'
import type { Page } from '../../html/page.ts'
import { createOwnedMemory, type MemoryLimits } from './owned-memory.ts'
import type { KeptPage, PageStore } from './page-store.ts'

/** Times in milliseconds. */
export interface AgeClock {
  /** Never set back, but on some systems it stops while the machine sleeps. */
  monotonic(): number
  /** Keeps running while the machine sleeps, but may be set to any time. */
  wall(): number
}

interface MemoryPageLimits extends Partial<MemoryLimits> {
  maxAgeMs?: number
  clock?: AgeClock
}

interface Entry {
  kept: KeptPage
  keptAtMs: number
}

const systemClock: AgeClock = { monotonic: () => performance.now(), wall: () => Date.now() }

/**
 * Keeps the most recently used pages: by default 2,000, up to 128 MiB in total, for 24 hours each. Owners don't see each other's pages.
 * @example
 * const pages = createMemoryPages({ maxAgeMs: 60_000 })
 * await pages.set('key_1', 'name', { page, fetchedAt: new Date().toISOString() }) // true
 * await pages.get('key_2', 'name') // null
 */
export function createMemoryPages({
  maxEntries = 2000,
  maxBytes = 128 * 1024 * 1024,
  maxAgeMs = pageMaxAgeMs,
  clock = systemClock,
}: MemoryPageLimits = {}): PageStore {
  const pages = createOwnedMemory<Entry>({ maxEntries, maxBytes })

  /** The larger of the two clocks' ages: a page may seem older than it is, but never younger. */
  function ageOf({ kept, keptAtMs }: Entry): number {
    return Math.max(clock.monotonic() - keptAtMs, clock.wall() - Date.parse(kept.fetchedAt))
  }

  return {
    async get(owner, name) {
      const entry = pages.get(owner, name)
      if (entry === null) return null
      const ageMs = ageOf(entry)
      if (ageMs <= maxAgeMs) return { ...entry.kept, ageMs }
      pages.delete(owner, name)
      return null
    },
    async set(owner, name, kept) {
      const entry = { kept, keptAtMs: clock.monotonic() }
      return pages.set(owner, name, entry, { bytes: bytesOf(kept.page), maxAgeMs })
    },
    async delete(owner, name) {
      pages.delete(owner, name)
    },
    async owners() {
      return pages.owners()
    },
    async forget(owner) {
      pages.forget(owner)
    },
    figures: pages.figures,
  }
}

/** Bytes of the body, of the other fields at two bytes per character, and of the store entry. */
function bytesOf({ body, hidden, ...fields }: Page): number {
  const marks = (hidden?.elements.length ?? 0) + (hidden?.texts.length ?? 0)
  return body.byteLength + 2 * JSON.stringify(fields).length + 8 * marks + 2048
}
