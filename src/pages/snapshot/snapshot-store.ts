/** The port for results stored by owner and ID, from which clients read further pieces. */

import type { Share } from '../../base/share.ts'
import { isText, type WrittenContent } from '../../content/written.ts'
import type { ScrapeResult } from '../../contract/scrape.ts'

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
  /** True if the content is text. */
  is_text: boolean
  chars: number
}

/** Totals across all owners at one moment. */
export interface SnapshotFigures {
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
  figures(): SnapshotFigures
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
  async get() {
    return null
  },
  async set() {
    return false
  },
  async list() {
    return []
  },
  figures: () => ({ entries: 0, bytes: 0 }),
}
