/** The interface of document converters, and the result they return for a document that isn't HTML. */

import type { Warning } from '../../contract/warning.ts'
import type { Page } from '../../html/page.ts'
import type { DocumentMeter } from './document-meter.ts'
import type { DocumentProperties } from './properties.ts'

export interface ConvertedDocument {
  properties: DocumentProperties
  /**
   * HTML of the body, without scripts, styles and hidden parts. The page pipeline treats it like any other page;
   * `<page-mark value="3">` becomes `<!-- page 3 -->` in markdown.
   */
  html: string
  warnings: Warning[]
}

/** Throws invalid_response if the document is broken, locked, too large or too complex. */
export type Converter = (page: Page, meter: DocumentMeter) => Promise<ConvertedDocument>
