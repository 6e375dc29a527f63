/** The port of stored results, which are found again by owner and id to be read on. */

import type { Share } from '../../base/share.ts'
import { isText } from '../../content/text-bytes.ts'
import type { WrittenContent } from '../../content/written.ts'
import type { ScrapeResult } from '../../contract/scrape.ts'

/** What is stored: the whole result of a scrape, less its window and receipt. */
export interface StoredResult
  extends Omit<
    ScrapeResult,
    | 'content'
    | 'total_chars'
    | 'offset'
    | 'next_offset'
    | 'content_tokens'
    | 'outline'
    | 'highlights'
    | 'extra'
    | 'credits_charged'
    | 'credits_remaining'
    | 'request_id'
  > {
  content: WrittenContent
}

/** What a list of snapshots shows of one. */
export interface SnapshotEntry
  extends Pick<StoredResult, 'url' | 'title' | 'output' | 'content_type' | 'model' | 'fetched_at'> {
  id: string
  /** Whether the content is a text. */
  is_text: boolean
  /** Characters of the whole content. */
  chars: number
}

/** What is stored at one moment, of all owners. */
export interface SnapshotFigures {
  entries: number
  bytes: number
}

/** Every call names the owner, the id of a key, or null where there are no keys. No owner reads what another one stored. */
export interface SnapshotStore {
  /** Null when nothing is stored under the id, or no longer. `share` counts bytes that this process did not hold: throws overloaded. */
  get(owner: string | null, id: string, share?: Pick<Share, 'take'>): Promise<StoredResult | null>
  /** Resolves with false when the result is too large to be kept. */
  set(owner: string | null, id: string, result: StoredResult): Promise<boolean>
  /** The newest first. */
  list(owner: string | null): Promise<SnapshotEntry[]>
  /** Everyone of whom something is stored. */
  owners(): Promise<(string | null)[]>
  /** Deletes what is stored of one owner. */
  forget(owner: string | null): Promise<void>
  figures(): SnapshotFigures
}

/** What a list shows of a result. */
export function entryOf(id: string, { content, ...fields }: StoredResult): SnapshotEntry {
  const { url, title, output, content_type, model, fetched_at } = fields
  const shown = { id, url, title, output, content_type, model, fetched_at }
  return { ...shown, is_text: isText(content.json), chars: content.chars }
}

/** The newest first. */
export function newestFirst(entries: readonly SnapshotEntry[]): SnapshotEntry[] {
  return entries.toSorted((a, b) => (a.fetched_at < b.fetched_at ? 1 : a.fetched_at > b.fetched_at ? -1 : 0))
}

/** Keeps nothing: for a process that ends after one result. */
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
  async owners() {
    return []
  },
  async forget() {},
  figures: () => ({ entries: 0, bytes: 0 }),
}
