/** What is asked of a page, and what is made of it: types alone, for those who only pass them on. */

import type { ExplainResult } from '../contract/explain.ts'
import type { Fields } from '../contract/extract-rules.ts'
import type { Content, ExtraContents, Metadata, Output } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'

/** `shell`: it is empty until its scripts have run. `no_match`: what the caller waits for is not in it. */
export type RenderReason = 'shell' | 'no_match'

/** What is asked of a page that a browser may load again. */
export interface RenderQuestion {
  /** A selector that `checkSelector` accepts: a page without a match needs the browser. Null: only a shell needs it. */
  waitFor: string | null
}

/** What a page does not state of itself. */
export interface FrontMatterOrigin {
  /** The URL that was asked for. */
  url: string
  /** ISO 8601; that of the page when missing. */
  fetchedAt?: string
}

export interface TreeRequest {
  output: Output
  /** Further outputs of the same page, in the order asked. */
  extraOutputs?: readonly Output[] | undefined
  /** A selector that `checkSelector` accepts; null for the whole page. */
  cssSelector: string | null
  /** A selector that `checkSelector` accepts, whose matches are taken out first. */
  excludeSelector?: string | undefined
  /** A challenge page is read like any other page: for benchmarks whose truth is its own text. */
  readsChallenges?: boolean
  /** The page was made of a document that is no HTML: it is neither a challenge nor filled by scripts. */
  isConverted?: boolean
  /** A language model reads the result: hidden text is left out of every output. */
  forModel?: boolean
  /** Asks whether a browser has to load the page instead: `FormatWatch` is told. */
  renderQuestion?: RenderQuestion | undefined
}

export interface FormatRequest extends TreeRequest {
  /** Markdown only: the main content alone. Not used with a selector. */
  mainContent: boolean
  /** Fields that are read in place of the output, in the matches of the selector or in the whole page. */
  fields?: Fields | undefined
  /** Markdown only: whether links keep their addresses. They do when missing. */
  includeLinks?: boolean
  /** Markdown only: whether pictures stay. They do when missing. */
  includeImages?: boolean
  /** Markdown only: puts front matter before it. None when missing, and none for a language model, which is told the same by itself. */
  frontMatter?: FrontMatterOrigin | undefined
}

export interface FormattedPage {
  /** The document's title; null when it has none. */
  title: string | null
  content: Content
  /** Each further output as its own call gives it; null for one that the medium does not have. */
  extra: ExtraContents
  /** Of the page and of its output; those of further outputs alone are left out. */
  warnings: Warning[]
  /** Only for a language model, and only of HTML. */
  metadata?: Metadata
}

/** The part of the operation's result that is read from the page. */
export type PageExplanation = Pick<
  ExplainResult,
  'title' | 'kind' | 'kinds' | 'confidence' | 'level' | 'kept' | 'dropped'
>
