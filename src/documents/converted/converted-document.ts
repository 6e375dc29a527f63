/** The interface of converters for documents that aren't HTML, and the result that converters return. */

import type { Warning } from '../../contract/warning.ts'
import type { Page } from '../../html/page.ts'
import type { DocumentMeter } from './document-meter.ts'
import type { DocumentProperties } from './properties.ts'

export interface ConvertedDocument {
  properties: DocumentProperties
  /**
   * HTML of the body, without scripts, styles and hidden parts. The page pipeline treats it like any other page. In markdown, `<page-mark
   * value="3">` becomes `<!-- page 3 -->`.
   */
  html: string
  warnings: Warning[]
}

/** Throws invalid_response if the document is broken, locked, too large or too complex. */
export type Converter = (page: Page, meter: DocumentMeter) => Promise<ConvertedDocument>
