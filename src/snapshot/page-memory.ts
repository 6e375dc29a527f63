/** Pages that were read for a language model, kept in this process for the next question about them. */

import { LRUCache } from 'lru-cache'

/** By a name that holds the caller and all that shapes the page. */
export interface PageMemory {
  get(name: string): object | null
  /** `chars`: about how much it holds. What is too big is not kept. */
  set(name: string, page: object, chars: number): void
}

/** As long as the service keeps what it has read. @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
const keptForMs = 5 * 60 * 1000

/** Keeps the latest used ones, each for five minutes from its fetch. */
export function createPageMemory({
  maxEntries = 500,
  maxChars = 64 * 1024 * 1024,
  maxAgeMs = keptForMs,
} = {}): PageMemory {
  const pages = new LRUCache<string, object>({
    max: maxEntries,
    maxSize: maxChars,
    maxEntrySize: maxChars / 4,
    ttl: maxAgeMs,
  })
  return {
    get: (name) => pages.get(name) ?? null,
    set(name, page, chars) {
      pages.set(name, page, { size: Math.max(1, chars) })
    },
  }
}

/** For a process that ends with its answer. */
export const noPages: PageMemory = { get: () => null, set() {} }
