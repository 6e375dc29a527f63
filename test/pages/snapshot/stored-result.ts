/** A stored scrape result, for snapshot tests. */

import { writeContent } from '../../../src/content/written.ts'
import type { StoredResult } from '../../../src/pages/snapshot/snapshot-store.ts'

export function storedResult(more: Partial<StoredResult> = {}): StoredResult {
  return {
    url: 'https://example.com/',
    final_url: 'https://example.com/',
    status_code: 200,
    content_type: 'text/html; charset=utf-8',
    page_count: null,
    title: 'Title',
    output: 'markdown',
    content: writeContent('text'),
    fragment_offset: null,
    rendered: false,
    complete: true,
    from_cache: false,
    model: null,
    usage: null,
    warnings: [],
    fetched_at: '2026-01-01T00:00:00.000Z',
    ...more,
  }
}
