/** What a format is asked for and what it gives back. */

import type { Content, Metadata, Output } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'

export interface FormatRequest {
  output: Output
  /** A selector that `checkSelector` has let through; null for the whole page. */
  cssSelector: string | null
  /** Markdown only: the main content alone. Not used with a selector. */
  mainContent: boolean
  /** Read a bot wall like any page instead of refusing it: for rigs whose truth is the wall's own words. */
  readsChallenges?: boolean
  /** A language model will read it: what no visitor sees is taken out first, in every output. */
  forModel?: boolean
}

export interface Formatted {
  /** The document's title; null when it has none. */
  title: string | null
  content: Content
  warnings: Warning[]
  /** Only for a language model, and only of HTML. */
  metadata?: Metadata
}
