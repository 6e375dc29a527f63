/** The port for result pages. */

import type { Work } from '../../base/work.ts'
import type { ParsedResultPage } from '../../contract/ads-reading.ts'
import type { GoogleAdsInput } from '../../contract/google-ads.ts'
import type { InputRule } from '../../contract/operation.ts'
import type { Warning } from '../../contract/warning.ts'

export interface ResultPage extends ParsedResultPage {
  /** Number of the page, from 1. */
  page: number
  /** Google's URL for the page, even if a provider loaded it. Never contains a provider's key. */
  url: string
  rendered: boolean
  warnings: Warning[]
  /** Name of the search-result service that answered, or undefined if Google answered directly. */
  service?: string
}

/** One search, whose pages are read one after another. */
export interface ResultPageSearch {
  urlOf(page: number): string
  /** Also returns a page on which Google refuses the search. If no response arrives, throws ServiceError or `signal.reason`. */
  read(page: number, work: Work): Promise<ResultPage>
}

/** The port for Google, or for a service that searches on our behalf. */
export interface ResultPageSource {
  /** Rules for valid parameters that this source can't handle, checked before any work is done. */
  rules?: readonly InputRule<GoogleAdsInput>[]
  open(input: GoogleAdsInput): ResultPageSearch
}
