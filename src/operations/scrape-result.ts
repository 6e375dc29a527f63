/** Builds the reading task for a scrape and its results: the stored result, and the response with the requested piece. */

import { createHmac } from 'node:crypto'
import type { Work } from '../base/work.ts'
import { emptyContent } from '../content/content-hash.ts'
import type { WrittenExtra } from '../content/extra-room.ts'
import { type WindowBounds, type WrittenPiece, wholeAsPiece, writtenPieceOf } from '../content/window.ts'
import { readContent, type WrittenContent, withWritten, writeContent } from '../content/written.ts'
import { missingData } from '../contract/data-schema.ts'
import { readRules } from '../contract/extract-rules.ts'
import { markdownParametersOf, readPageRanges } from '../contract/page-parts.ts'
import type { Receipt } from '../contract/result.ts'
import type { ScrapeInput, ScrapeResult } from '../contract/scrape.ts'
import { readViewport, takesScreenshot } from '../contract/screenshot.ts'
import { targetStatus, type Warning } from '../contract/warning.ts'
import type { FormatRequest } from '../format/format-request.ts'
import { percentDecoded } from '../html/absolute-url.ts'
import type { OwnFields, ScreenshotRequest } from '../page/page.ts'
import type { StoredResult } from '../pages/snapshot/snapshot-store.ts'
import type { PageVisit, ReadingTask, VisitedPage } from '../pages/visit/visit-page.ts'
import type { Sandbox } from '../readers/sandbox.ts'
import type { PieceRequest, ScrapedPage } from '../readers/tasks.ts'
import type { OperationParts } from './parts.ts'
import type { RequestContext } from './request.ts'

/** A result in its stored form, with the first piece if it was cut in the same reading. */
export interface ReadResult extends Pick<VisitedPage<unknown>, 'credits' | 'keep'> {
  stored: StoredResult
  piece: WrittenPiece | null
  /** Additional outputs and warnings that are returned with the first piece but not stored. */
  beside?: { extra: WrittenExtra; warnings: Warning[] }
}

/** Returns the visit for a scrape's page. */
export function visitOf(
  input: ScrapeInput,
  request: Pick<RequestContext, 'caller' | 'onScreenshot' | 'loaded'>,
  { locale: ownLocale, nameSecret }: Pick<OperationParts, 'locale' | 'nameSecret'>,
): PageVisit {
  const { url, render_js, render_if_needed, wait_for, max_age_s = 0 } = input
  const { keyId } = request.caller
  const screenshot = screenshotOf(input, request)
  const locale = input.locale ?? ownLocale
  return {
    ...{ url, locale, waitFor: wait_for, own: ownFields(input), screenshot, loaded: request.loaded },
    engine: render_js || screenshot ? 'render' : render_if_needed ? 'as_needed' : 'fetch',
    // A page with its images is never kept, because it would take too many bytes.
    keep: screenshot
      ? undefined
      : (engine) => ({
          owner: keyId,
          name: storedName(nameSecret, 'fetched page', keyId, { url: url.href, engine, locale, wait_for }),
          maxAgeMs: max_age_s * 1000,
        }),
  }
}

/** Returns undefined if no image is requested. */
function screenshotOf(
  input: ScrapeInput,
  { onScreenshot }: Pick<RequestContext, 'onScreenshot'>,
): ScreenshotRequest | undefined {
  if (!takesScreenshot(input)) return undefined
  return {
    viewport: readViewport(input.viewport),
    isFullPage: input.full_page,
    element: input.css_selector,
    excluded: input.exclude_selector,
    isOnlyOutput: input.output === 'screenshot' && !input.extra_outputs?.length,
    hasTiles: onScreenshot !== undefined,
  }
}

/** Limits the caller's own headers and cookies to the origin of the requested URL. Returns undefined if the caller has none. */
export function ownFields({ url, headers = {}, cookies = {} }: ScrapeInput): OwnFields | undefined {
  const isEmpty = Object.keys(headers).length + Object.keys(cookies).length === 0
  return isEmpty ? undefined : { origin: url.origin, headers, cookies }
}

/** Returns the reading task for a scrape without a language model. */
export function readingOf(input: ScrapeInput, request: RequestContext): ReadingTask<'scrape'> {
  const { highlights, quotes } = input
  const { holdsExtra } = request
  return {
    task: 'scrape',
    args: [formatRequest(input), { ...pieceRequestOf(input, request), highlights, quotes, holdsExtra }],
    purpose: `as ${input.output}`,
  }
}

/** Returns the requested window of the content. */
export function pieceRequestOf(
  { offset, max_chars: maxChars, max_tokens: maxTokens }: ScrapeInput,
  { resultTokens }: RequestContext,
): PieceRequest {
  return { offset, maxChars, maxTokens, resultTokens }
}

export function formatRequest(input: ScrapeInput): FormatRequest {
  const { url, css_selector, extract_rules, json_schema, front_matter, render_js, render_if_needed, wait_for } = input
  return {
    output: input.output,
    extraOutputs: input.extra_outputs,
    cssSelector: css_selector ?? null,
    excludeSelector: input.exclude_selector,
    mainContent: input.main_content,
    markdown: markdownParametersOf(input),
    includeComments: input.include_comments,
    frontMatter: front_matter ? { url: url.written } : undefined,
    fields: extract_rules && readRules(extract_rules),
    missingData: json_schema && missingData(json_schema),
    fragment: percentDecoded(url.hash.slice(1)),
    entry: input.entry,
    documentPages: input.document_pages === undefined ? undefined : readPageRanges(input.document_pages),
    renderQuestion:
      render_if_needed && !render_js && !takesScreenshot(input) ? { waitFor: wait_for ?? null } : undefined,
  }
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

/** Returns the result with a piece of its content and any requested additional outputs. */
export function outcomeOf(
  stored: StoredResult,
  piece: WrittenPiece,
  ifHash?: string,
  written?: WrittenExtra,
): (receipt: Receipt) => ScrapeResult {
  const {
    content: whole,
    title,
    output,
    rendered,
    complete,
    from_cache,
    model,
    usage,
    warnings,
    fetched_at,
    fragment_offset,
    ...head
  } = stored
  const extra = written ? withWritten(written) : null
  const { hash: content_hash = null } = whole
  const unchanged = ifHash === undefined ? null : (content_hash?.startsWith(ifHash) ?? false)
  const { content, total_chars, offset, next_offset, content_tokens, ...places } = unchanged ? nothingOf(whole) : piece
  // The fields follow the order of the contract, which every interface preserves.
  const body = {
    ...{ ...head, title, output, content, rendered, complete },
    ...{ total_chars, offset, next_offset, content_tokens, content_hash, unchanged, ...places },
    ...{ fragment_offset, extra, from_cache, model, usage, warnings },
  }
  return ({ credits_charged, credits_remaining, request_id }) => {
    return withWritten({ ...body, credits_charged, credits_remaining, fetched_at, request_id })
  }
}

/** The piece of a result that the caller already has. */
function nothingOf(whole: WrittenContent): WrittenPiece {
  const place = { total_chars: 0, offset: 0, next_offset: null, content_tokens: 0 }
  return { content: writeContent(emptyContent(whole)), ...place, outline: null, highlights: null, quotes: null }
}

/** Returns the name shared by all pieces of one result. It depends on the caller and on everything that shapes the result. */
export function resultName(secret: string, keyId: string | null, input: ScrapeInput): string {
  const { max_chars, max_tokens, offset, timeout_ms, extra_outputs, max_age_s, ...others } = input
  const { highlights, quotes, if_hash, ...shaping } = others
  // A result with one of these is stored as if it had not been requested.
  const isStoredWhole = highlights !== undefined || quotes !== undefined || if_hash !== undefined
  const age = isStoredWhole ? undefined : max_age_s
  return storedName(secret, 'scrape', keyId, { ...shaping, max_age_s: age })
}

/** Returns a name for these inputs and this caller. It is an HMAC, because a plain digest could reveal private inputs. */
function storedName(secret: string, kind: string, keyId: string | null, inputs: Record<string, unknown>): string {
  const sorted = Object.entries(inputs).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha256', secret)
    .update(JSON.stringify([kind, keyId, sorted]))
    .digest('base64url')
}
