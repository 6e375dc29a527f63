/** The part of a scrape's result that is the same with and without a prompt, and the names under which scrapes are stored. */

import { createHmac } from 'node:crypto'
import type { WrittenExtra } from '../content/extra-room.ts'
import type { WrittenPiece } from '../content/window.ts'
import { readRules } from '../contract/extract-rules.ts'
import type { ScrapeInput } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import type { FormatRequest } from '../format/format-request.ts'
import type { Page } from '../html/page.ts'
import type { ObtainedPage } from '../pages/snapshot/page-keeper.ts'
import type { StoredResult } from '../pages/snapshot/snapshot-store.ts'

/** A result as it is stored, and its first piece where that was cut in the same reading. */
export interface ReadResult {
  stored: StoredResult
  piece: WrittenPiece | null
  /** What stands beside the first piece, and is not stored; missing where nothing does. */
  beside?: { extra: WrittenExtra; warnings: Warning[] }
}

/** The same with its price. */
export interface WholeResult extends ReadResult {
  credits: number
  /** What was loaded for it, to be kept once the request has succeeded. */
  loaded: readonly Pick<ObtainedPage, 'keep'>[]
}

/** A page that has been read, and where it came from. */
export interface PageOrigin {
  page: Omit<Page, 'body'>
  /** Whether it was fetched for an earlier request. */
  isKept: boolean
  fetchedAt: string
}

/** Fields of the result that do not depend on whether a language model reads the page. */
export function pageFields({ page, isKept, fetchedAt }: PageOrigin, { url, output }: ScrapeInput) {
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

/** What the formatter is asked for; without the time of its fetch, a page is given no front matter. */
export function formatRequest(input: ScrapeInput, fetchedAt?: string): FormatRequest {
  const { output, css_selector, exclude_selector, extract_rules, main_content, render_js, render_if_needed, wait_for } =
    input
  return {
    ...{
      output,
      extraOutputs: input.extra_outputs,
      cssSelector: css_selector ?? null,
      mainContent: main_content,
      excludeSelector: exclude_selector,
    },
    ...{ includeLinks: input.include_links, includeImages: input.include_images },
    frontMatter: input.front_matter && fetchedAt ? { url: input.url.written, fetchedAt } : undefined,
    fields: extract_rules && readRules(extract_rules),
    renderQuestion: render_if_needed && !render_js ? { waitFor: wait_for ?? null } : undefined,
  }
}

/** The inputs of a request for the whole page, where these ask for passages of it. */
export function ofWholePage<Shaping extends Partial<ScrapeInput>>(shaping: Shaping): Shaping {
  if (shaping.highlights === undefined) return shaping
  return { ...shaping, highlights: undefined, max_age_s: undefined }
}

/** A name for what these inputs give to this caller: an HMAC, as inputs may be private and could be guessed from a plain digest. */
export function storedName(
  secret: string,
  kind: string,
  keyId: string | null,
  inputs: Record<string, unknown>,
): string {
  const sorted = Object.entries(inputs).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha256', secret)
    .update(JSON.stringify([kind, keyId, sorted]))
    .digest('base64url')
}
