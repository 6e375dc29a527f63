/** Keeps pages in this process's memory, with limits on count, size and age. */

import { pageMaxAgeMs } from '../../contract/service-limits.ts'
import type { Page } from '../../page/page.ts'
import { createOwnedMemory, type MemoryLimits } from './owned-memory.ts'
import type { KeptPage, PageStore } from './page-store.ts'

interface MemoryPageLimits extends Partial<MemoryLimits> {
  maxAgeMs?: number
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
}: MemoryPageLimits = {}): PageStore {
  const pages = createOwnedMemory<KeptPage>({ maxEntries, maxBytes })

  return {
    async get(owner, name) {
      const kept = pages.get(owner, name)
      if (kept === null) return null
      const ageMs = Math.max(0, Date.now() - Date.parse(kept.fetchedAt))
      return ageMs > maxAgeMs ? null : { ...kept, ageMs }
    },
    async set(owner, name, kept) {
      return pages.set(owner, name, kept, { bytes: bytesOf(kept.page), maxAgeMs })
    },
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
