/** Builds what a scrape's input asks for: the visit of the page, the reading task, and the names under which results are stored. */

import { createHmac } from 'node:crypto'
import { missingData, readRules } from '../contract/extract-rules.ts'
import { markdownParametersOf, readPageRanges } from '../contract/page-parts.ts'
import type { ScrapeInput } from '../contract/scrape.ts'
import { readViewport, takesScreenshot } from '../contract/screenshot.ts'
import type { FormatRequest } from '../format/format-request.ts'
import { percentDecoded } from '../html/absolute-url.ts'
import type { OwnFields } from '../page/page.ts'
import type { PageVisit, ReadingTask } from '../pages/visit/visit.ts'
import type { PieceRequest } from '../readers/tasks.ts'
import type { OperationParts } from './handler.ts'
import type { RequestContext } from './runtime.ts'

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

function screenshotOf(input: ScrapeInput, { onScreenshot }: Pick<RequestContext, 'onScreenshot'>) {
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

/** Limits the caller's own headers and cookies to the origin of the requested URL. Returns undefined if the caller specified neither. */
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
