/** The port of kept pages: pages that later requests of the same key may use instead of loading them. */

import type { Page } from '../../html/page.ts'

/** A page as it was loaded. Plain data: an adapter may write it elsewhere. */
export interface KeptPage {
  page: Page
  /** When it was loaded, or when its origin last said that it is unchanged: ISO 8601. */
  fetchedAt: string
}

/** A kept page and the time since `fetchedAt`. */
export interface FoundPage extends KeptPage {
  ageMs: number
}

export interface KeptPageFigures {
  entries: number
  bytes: number
}

/** Every call names the owner: the id of a key, or null where there are no keys. No owner gets what another one keeps. */
export interface PageStore {
  /** Returns null when nothing is kept under the name, or it is older than `pageMaxAgeMs`. */
  get(owner: string | null, name: string): Promise<FoundPage | null>
  /** Replaces what was kept under the name. Resolves with false when the page is too large to be kept. */
  set(owner: string | null, name: string, kept: KeptPage): Promise<boolean>
  delete(owner: string | null, name: string): Promise<void>
  /** Everyone of whom a page is kept. */
  owners(): Promise<(string | null)[]>
  /** Drops the pages of one owner. */
  forget(owner: string | null): Promise<void>
  figures(): KeptPageFigures
}
