/** Pages as they were read for a language model, kept in this process for the next question about them. */

import { LRUCache } from 'lru-cache'

/** A page is named by the caller and by all that shapes its text. */
export interface PageMemory {
  /** Null when nothing is kept under the name, or no longer. */
  get(name: string): object | null
  /** `chars`: about how many characters the page holds. One that is too large is not kept. */
  set(name: string, page: object, chars: number): void
}

/** As long as the model service keeps what it has read. @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
const keptForMs = 5 * 60 * 1000

/** The pages that were used last are kept, each for five minutes after it was fetched. */
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

/** Keeps nothing: for a process that ends after one result. */
export const noPages: PageMemory = { get: () => null, set() {} }
