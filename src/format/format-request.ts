/** Request and result types of the formatters. Types only, for modules that just pass them on. */

import type { JsonObject } from '../base/json-value.ts'
import type { PageStart } from '../content/outline.ts'
import type { ExplainResult } from '../contract/explain.ts'
import type { Fields } from '../contract/extract-rules.ts'
import type { Content } from '../contract/list-items.ts'
import type { MarkdownParameters, PageRange } from '../contract/page-parts.ts'
import type { ExtraContents, Metadata, Output } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'

/** `shell`: the page is empty until its scripts have run. `no_match`: the element the caller is waiting for is missing. */
export type RenderReason = 'shell' | 'no_match'

export interface Judgement {
  /** Null if the page needs no browser. */
  renderReason: RenderReason | null
  /** Number of words that a visitor sees; null if a browser wasn't used and isn't needed. */
  words: number | null
  /** URLs of frames and documents to load from the page's own site, because the page has little text without them. */
  frames: string[]
}

export interface RenderQuestion {
  /** A selector that `checkSelector` accepts. A page with no match needs the browser. If null, only a shell page needs it. */
  waitFor: string | null
}

/** Front matter values that don't come from the page itself. */
export interface FrontMatterOrigin {
  url: string
  /** ISO 8601; defaults to the time the page was fetched. */
  fetchedAt?: string
}

export interface FormatRequest {
  output: Output
  /** Further outputs of the same page, in the order requested. */
  extraOutputs?: readonly Output[] | undefined
  /** A selector that `checkSelector` accepts; null for the whole page. */
  cssSelector: string | null
  /** A selector that `checkSelector` accepts. Its matches are removed first. */
  excludeSelector?: string | undefined
  /** Reads a challenge page like any other page. For benchmarks that expect the text of the challenge page. */
  readsChallenges?: boolean
  /** True if the page was converted from a document that isn't HTML. Such a page is neither a challenge nor filled by scripts. */
  isConverted?: boolean
  /** True if such a document has pages. */
  hasPages?: boolean
  /** True if a language model reads the result. Hidden text is left out of every output. */
  forModel?: boolean
  /** The entry of an archive or a message to read; the whole file if undefined. */
  entry?: string | undefined
  /** The pages of a document to read; all if undefined. */
  documentPages?: readonly PageRange[] | undefined
  /** Asks whether a browser must load the page instead. `FormatWatch` receives the answer. */
  renderQuestion?: RenderQuestion | undefined
  /** Markdown only: limits the output to the main content. Not used with a selector. */
  mainContent: boolean
  /** Documents only: false leaves out their comments. */
  includeComments?: boolean | undefined
  /** Fields to read instead of the output, from the selector's matches or the whole page. */
  fields?: Fields | undefined
  /** The content if the page is not the requested one, for a language model that fills in an object. */
  missingData?: JsonObject | undefined
  /** Markdown only: parameters for its rules. */
  markdown?: MarkdownParameters
  /** Markdown only: the fragment of the requested URL, percent-decoded. */
  fragment?: string | undefined
  /** Markdown only: prepends front matter. Off by default, and for a language model, which receives the same facts anyway. */
  frontMatter?: FrontMatterOrigin | undefined
}

export interface FormattedPage {
  /** The document's title; null if it doesn't have one. */
  title: string | null
  content: Content
  /** Additional outputs, each with the content that a separate call would return. Null for outputs that the media type doesn't support. */
  extra: ExtraContents
  /** Start, in the markdown, of the element that the request's fragment names; missing or null if the element isn't there. */
  fragmentOffset?: number | null
  /** Pages of the whole document; missing or null if it has none. */
  pageCount?: number | null
  /** Where the pages of a document begin in the markdown. */
  pageStarts?: readonly PageStart[] | undefined
  /** Warnings about the page and this output, but not about further outputs. */
  warnings: Warning[]
  /** Set only for HTML pages that a language model reads. */
  metadata?: Metadata
}

/** The part of the operation's result that is read from the page. */
export type PageExplanation = Pick<
  ExplainResult,
  'title' | 'kind' | 'kinds' | 'confidence' | 'level' | 'kept' | 'dropped' | 'warnings'
>
