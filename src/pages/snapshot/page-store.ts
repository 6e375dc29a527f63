/** The port of kept pages: fetches that later requests of the same key may use instead of their own. */

import { randomBytes } from 'node:crypto'
import type { Page } from '../../html/page.ts'

/** A page as it was fetched, and what is known of the fetch. Plain data: an adapter may write it elsewhere. */
export interface KeptPage {
  /** Its body belongs to the store: readers work on a copy. */
  page: Page
  /** When it was fetched, or its origin last said that it is unchanged: ISO 8601. */
  fetchedAt: string
  /** Random hexadecimal mark of this fetch, for the fence around the page in requests to a language model. */
  mark: string
}

/** A kept page and its age, on the store's own clock. */
export interface FoundPage extends KeptPage {
  ageMs: number
}

export interface KeptPageFigures {
  entries: number
  bytes: number
}

/** Every call names the owner, the id of a key, or null where there are no keys. No owner gets what another one keeps. */
export interface PageStore {
  /** Null when nothing is kept under the name, or no longer. */
  get(owner: string | null, name: string): Promise<FoundPage | null>
  /** Keeps the page for `pageMaxAgeMs`. Resolves with false when it is too large to be kept. */
  set(owner: string | null, name: string, kept: KeptPage): Promise<boolean>
  delete(owner: string | null, name: string): Promise<void>
  /** Everyone of whom a page is kept. */
  owners(): Promise<(string | null)[]>
  /** Drops the pages of one owner. */
  forget(owner: string | null): Promise<void>
  figures(): KeptPageFigures
}

/** A mark that no page can know: it is drawn when the page is there. */
export function createFetchMark(): string {
  return randomBytes(12).toString('hex')
}
