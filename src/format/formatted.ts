/** What a format is asked for and what it gives back. */

import type { Content, Output } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'

export interface FormatRequest {
  output: Output
  /** A selector that `checkSelector` has let through; null for the whole page. */
  cssSelector: string | null
  /** Markdown only: the main content alone. Not used with a selector. */
  mainContent: boolean
}

export interface Formatted {
  /** The document's title; null when it has none. */
  title: string | null
  content: Content
  warnings: Warning[]
}
