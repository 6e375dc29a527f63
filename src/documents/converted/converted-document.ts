/** The interface of converters for documents that aren't HTML, and the result that converters return. */

import type { Warning } from '../../contract/warning.ts'
import type { Page } from '../../page/page.ts'
import type { Comments } from './comments.ts'
import type { DocumentMeter } from './document-meter.ts'
import type { DocumentProperties } from './write-html.ts'

export interface ConvertedDocument {
  properties: DocumentProperties
  /**
   * HTML of the body, without scripts, styles and hidden parts. The page pipeline treats it like any other page. In markdown, `<page-mark
   * value="3">` becomes `<!-- page 3 -->`, and `<page-mark start="3">` marks the start of a page without being shown.
   */
  html: string
  /** Number of pages, slides or sheets of the whole document. Missing if it has none. */
  pageCount?: number
  /** URL that relative links in the HTML are resolved against. Default: the document's own. */
  baseUrl?: string
  warnings: Warning[]
}

export interface ReadOptions {
  /** Receives the document's comments, which are included by default. */
  comments?: Comments
  /** True if a page, slide or sheet must be read. Numbers start at 1; hidden slides and sheets don't count. */
  includesPage(number: number): boolean
  convert?: Converter
  /** Number of documents that contain this one, such as archives. */
  depth?: number
}

/** Throws invalid_response if the document is broken, locked, too large or too complex. */
export type Converter = (page: Page, meter: DocumentMeter, options: ReadOptions) => Promise<ConvertedDocument>

/** Puts a mark that isn't shown before the HTML of a page. Returns an empty string for an empty page. */
export function withPageStart(number: number, html: string): string {
  return html && `<page-mark start="${number}"></page-mark>${html}`
}
