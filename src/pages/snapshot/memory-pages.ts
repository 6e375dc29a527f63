/** Kept pages in this process's memory, within limits in number, bytes and age. */

import { pageMaxAgeMs } from '../../contract/limits.ts'
import type { Page } from '../../html/page.ts'
import { createOwnedMemory, type MemoryLimits } from './owned-memory.ts'
import type { KeptPage, PageStore } from './page-store.ts'

/** Times in milliseconds. */
export interface AgeClock {
  /** Never set back, but on some systems it stands still while the machine sleeps. */
  monotonic(): number
  /** Goes on while the machine sleeps, and may be set to any time. */
  wall(): number
}

interface Entry {
  kept: KeptPage
  keptAt: { monotonic: number; wall: number }
}

const systemClock: AgeClock = { monotonic: () => performance.now(), wall: () => Date.now() }

/** The pages that were used last are kept. By default 2,000 of 128 MiB together. */
export function createMemoryPages({
  maxEntries = 2000,
  maxBytes = 128 * 1024 * 1024,
  clock = systemClock,
}: Partial<MemoryLimits> & { clock?: AgeClock } = {}): PageStore {
  const pages = createOwnedMemory<Entry>({ maxEntries, maxBytes })

  /** The larger of both clocks' ages: a page may seem older than it is, but never younger. */
  function ageOf({ keptAt }: Entry): number {
    return Math.max(clock.monotonic() - keptAt.monotonic, clock.wall() - keptAt.wall)
  }

  function find(owner: string | null, name: string): Entry | null {
    const entry = pages.get(owner, name)
    if (entry === null || ageOf(entry) <= pageMaxAgeMs) return entry
    pages.delete(owner, name)
    return null
  }

  return {
    async get(owner, name) {
      const entry = find(owner, name)
      return entry && { ...entry.kept, ageMs: ageOf(entry) }
    },
    async set(owner, name, kept) {
      const keptAt = { monotonic: clock.monotonic(), wall: clock.wall() }
      return pages.set(owner, name, { kept, keptAt }, { bytes: bytesOf(kept.page), maxAgeMs: pageMaxAgeMs })
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

/** The body, its other fields as a character of two bytes each, and its place in the store. */
function bytesOf({ body, hidden, ...fields }: Page): number {
  const marks = (hidden?.elements.length ?? 0) + (hidden?.texts.length ?? 0)
  return body.byteLength + 2 * JSON.stringify(fields).length + 8 * marks + 2048
}
