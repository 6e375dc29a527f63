/** Pages as they were read for a language model, kept in this process for the next question about them. */

import { LRUCache } from 'lru-cache'

/** A page is found by its owner, the id of a key or null where there are no keys, and by a name for all that shapes its text. */
export interface PageMemory {
  /** Null when nothing is kept under the name, or no longer. */
  get(owner: string | null, name: string): object | null
  /** `chars`: about how many characters the page holds. One that is too large is not kept. */
  set(owner: string | null, name: string, page: object, chars: number): void
  /** Everyone of whom a page is kept. */
  owners(): (string | null)[]
  /** Drops the pages of one owner. */
  forget(owner: string | null): void
  /** What is kept at one moment, of all owners. */
  figures(): PageMemoryFigures
}

export interface PageMemoryFigures {
  entries: number
  chars: number
}

interface Entry {
  owner: string | null
  page: object
}

/** As long as the model service keeps what it has read. @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
const keptForMs = 5 * 60 * 1000

/** The pages that were used last are kept, each for five minutes after it was fetched. */
export function createPageMemory({
  maxEntries = 500,
  maxChars = 64 * 1024 * 1024,
  maxAgeMs = keptForMs,
} = {}): PageMemory {
  const pages = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxChars,
    maxEntrySize: maxChars / 4,
    ttl: maxAgeMs,
  })
  const idOf = (owner: string | null, name: string) => JSON.stringify([owner, name])
  return {
    get: (owner, name) => pages.get(idOf(owner, name))?.page ?? null,
    set(owner, name, page, chars) {
      pages.set(idOf(owner, name), { owner, page }, { size: Math.max(1, chars) })
    },
    owners: () => [...new Set([...pages.values()].map((entry) => entry.owner))],
    forget(owner) {
      for (const [id, entry] of [...pages.entries()]) if (entry.owner === owner) pages.delete(id)
    },
    figures: () => ({ entries: pages.size, chars: pages.calculatedSize }),
  }
}

/** Keeps nothing: for a process that ends after one result. */
export const noPages: PageMemory = {
  get: () => null,
  set() {},
  owners: () => [],
  forget() {},
  figures: () => ({ entries: 0, chars: 0 }),
}
