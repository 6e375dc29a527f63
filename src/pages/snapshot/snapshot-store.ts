/** The port for results stored by owner and ID, from which clients read further pieces. */

import type { Share } from '../../base/share.ts'
import { isText, type WrittenContent } from '../../content/written.ts'
import type { ScrapeResult } from '../../contract/scrape.ts'
import type { Page } from '../../page/page.ts'

/** A stored result: the result of a scrape without its window and receipt. */
export interface StoredResult
  extends Omit<
    ScrapeResult,
    | 'content'
    | 'total_chars'
    | 'offset'
    | 'next_offset'
    | 'content_tokens'
    | 'outline'
    | 'content_hash'
    | 'unchanged'
    | 'highlights'
    | 'quotes'
    | 'extra'
    | 'credits_charged'
    | 'credits_remaining'
    | 'request_id'
  > {
  content: WrittenContent
}

export interface SnapshotEntry
  extends Pick<StoredResult, 'url' | 'title' | 'output' | 'content_type' | 'model' | 'fetched_at'> {
  id: string
  is_text: boolean
  chars: number
}

/** Totals across all owners at one moment. */
export interface StoreFigures {
  entries: number
  bytes: number
}

/** Every call specifies the owner: the id of a key, or null if the service has no keys. No owner can read another owner's results. */
export interface SnapshotStore {
  /** Returns null if no result is stored under the ID. `share` counts bytes that this process didn't hold before. Throws overloaded. */
  get(owner: string | null, id: string, share?: Pick<Share, 'take'>): Promise<StoredResult | null>
  /** Resolves with false if the result is too large to store. */
  set(owner: string | null, id: string, result: StoredResult): Promise<boolean>
  /** Resolves with the entries, newest first. */
  list(owner: string | null): Promise<SnapshotEntry[]>
  figures(): StoreFigures
}

export function entryOf(id: string, { content, ...fields }: StoredResult): SnapshotEntry {
  const { url, title, output, content_type, model, fetched_at } = fields
  const shown = { id, url, title, output, content_type, model, fetched_at }
  return { ...shown, is_text: isText(content.json), chars: content.chars }
}

/** Sorts entries, newest first. */
export function newestFirst(entries: readonly SnapshotEntry[]): SnapshotEntry[] {
  return entries.toSorted((a, b) => (a.fetched_at < b.fetched_at ? 1 : a.fetched_at > b.fetched_at ? -1 : 0))
}

/** Stores nothing. Used in a process that exits after one result. */
export const noSnapshots: SnapshotStore = {
  get: async () => null,
  set: async () => false,
  list: async () => [],
  figures: () => ({ entries: 0, bytes: 0 }),
}

/** A page in the form in which it was loaded. It is plain data, so an adapter may store it elsewhere. */
export interface KeptPage {
  page: Page
  /** When it was loaded, or when its origin last confirmed that it was unchanged (ISO 8601). */
  fetchedAt: string
}

export interface FoundPage extends KeptPage {
  ageMs: number
}

/** Every call specifies the owner: the id of a key, or null if the service has no keys. No owner gets another owner's pages. */
export interface PageStore {
  /** Returns null if nothing is kept under the name, or if the page is older than `pageMaxAgeMs`. */
  get(owner: string | null, name: string): Promise<FoundPage | null>
  /** Replaces the page under the name. Resolves with false if the page is too large to keep. */
  set(owner: string | null, name: string, kept: KeptPage): Promise<boolean>
  delete(owner: string | null, name: string): Promise<void>
  figures(): StoreFigures
}
