/** The port for kept pages, which later requests with the same key may use instead of loading them. */

import type { Page } from '../../page/page.ts'

/** A page in the form in which it was loaded. It is plain data, so an adapter may store it elsewhere. */
export interface KeptPage {
  page: Page
  /** When it was loaded, or when its origin last confirmed that it was unchanged (ISO 8601). */
  fetchedAt: string
}

export interface FoundPage extends KeptPage {
  ageMs: number
}

export interface KeptPageFigures {
  entries: number
  bytes: number
}

/** Every call specifies the owner: the id of a key, or null if the service has no keys. No owner gets another owner's pages. */
export interface PageStore {
  /** Returns null if nothing is kept under the name, or if the page is older than `pageMaxAgeMs`. */
  get(owner: string | null, name: string): Promise<FoundPage | null>
  /** Replaces the page under the name. Resolves with false if the page is too large to keep. */
  set(owner: string | null, name: string, kept: KeptPage): Promise<boolean>
  delete(owner: string | null, name: string): Promise<void>
  figures(): KeptPageFigures
}
