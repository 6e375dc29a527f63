/** Builds the results of a scrape: the stored result, and the response with the requested piece. */

import type { Work } from '../base/work.ts'
import { type WindowBounds, type WrittenPiece, wholeAsPiece, writtenPieceOf } from '../content/window.ts'
import {
  emptyContent,
  readContent,
  type WrittenContent,
  type WrittenExtra,
  withWritten,
  writeContent,
} from '../content/written.ts'
import type { Receipt } from '../contract/operation.ts'
import { type ScrapeInput, type ScrapeResult, scrapeResult } from '../contract/scrape.ts'
import { targetStatus, type Warning } from '../contract/warning.ts'
import type { StoredResult } from '../pages/snapshot/snapshot-store.ts'
import type { VisitedPage } from '../pages/visit/visit.ts'
import type { Sandbox, ScrapedPage } from '../readers/tasks.ts'
import { inOrder } from './handler.ts'

/** A result in its stored form, with the first piece if it was cut in the same reading. */
export interface ReadResult extends Pick<VisitedPage<unknown>, 'credits' | 'keep'> {
  stored: StoredResult
  piece: WrittenPiece | null
  /** Additional outputs and warnings that are returned with the first piece but not stored. */
  beside?: { extra: WrittenExtra; warnings: Warning[] }
}

/** Returns the result fields that are the same with and without a language model. */
export function pageFields({ page, isKept, fetchedAt }: VisitedPage<unknown>, { url, output }: ScrapeInput) {
  return {
    url: url.written,
    final_url: page.finalUrl,
    status_code: page.status,
    content_type: page.contentType,
    output,
    rendered: page.rendered,
    complete: page.complete,
    from_cache: isKept,
    fetched_at: fetchedAt,
  }
}

export const isCut = (warnings: readonly Warning[]) => warnings.some(({ code }) => code === 'document_cut')

/** Returns the result for a page read without a language model. */
export function resultOfPage(visited: VisitedPage<ScrapedPage>, input: ScrapeInput): ReadResult {
  const { value, page, credits, keep } = visited
  const { title, pageCount, content, fragmentOffset, piece, extra, warnings, extraWarnings } = value
  const stored: StoredResult = {
    ...pageFields(visited, input),
    page_count: pageCount,
    complete: page.complete && !isCut(warnings),
    title,
    content,
    fragment_offset: fragmentOffset,
    model: null,
    usage: null,
    warnings: [...targetStatus(page.status), ...page.warnings, ...warnings],
  }
  return { stored, piece, beside: { extra, warnings: extraWarnings }, credits, keep }
}

/** Cutting content of this size takes up to two milliseconds. */
const quicklyCutBytes = 256 * 1024

/** Returns the requested piece. Long content is cut in the process or thread that reads pages. */
export async function cutPiece(
  sandbox: Sandbox,
  { content, output, model }: StoredResult,
  { offset, ...bounds }: WindowBounds & { offset: number },
  work: Pick<Work, 'signal' | 'share' | 'stages'>,
): Promise<WrittenPiece> {
  const whole = wholeAsPiece(content, offset, bounds)
  if (whole) return whole
  const isOutlined = offset === 0 && output === 'markdown' && model === null
  const bytes = content.json.byteLength
  if (bytes <= quicklyCutBytes && !isOutlined) return writtenPieceOf(readContent(content), offset, bounds)
  // The share also counts the reader's copy until the piece replaces it.
  work.share.take(bytes)
  const { signal, share, stages } = work
  return sandbox
    .run('cut', [content, offset, bounds, isOutlined], { signal, share, stages })
    .finally(() => work.share.give(bytes))
}

/** Returns the result of a receipt. `written` are additional outputs. */
export function outcomeOf(
  { content: whole, ...stored }: StoredResult,
  piece: WrittenPiece,
  ifHash?: string,
  written?: WrittenExtra,
): (receipt: Receipt) => ScrapeResult {
  const { hash: content_hash = null } = whole
  const unchanged = ifHash === undefined ? null : (content_hash?.startsWith(ifHash) ?? false)
  const extra = written ? withWritten(written) : null
  const body = { ...stored, ...(unchanged ? nothingOf(whole) : piece), content_hash, unchanged, extra }
  return (receipt) => withWritten(inOrder(scrapeResult, { ...body, ...receipt }))
}

/** The piece of a result that the caller already has. */
function nothingOf(whole: WrittenContent): WrittenPiece {
  const place = { total_chars: 0, offset: 0, next_offset: null, content_tokens: 0 }
  return { content: writeContent(emptyContent(whole)), ...place, outline: null, highlights: null, quotes: null }
}
