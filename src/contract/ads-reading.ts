/** Types for the data from Google's result pages and from search providers' responses. */

import type { z } from 'zod'
import type { ad, adsPage, GoogleAdsInput } from './google-ads.ts'

/** Kind of result page, or of the page that Google sent instead. */
export type ResultPageStatus = z.infer<typeof adsPage>['status']

export interface ParsedResultPage {
  status: ResultPageStatus
  ads: z.infer<typeof ad>[]
  /** Present with status `layout_changed`: the location and first words of each ad that couldn't be read. */
  unread?: string[]
}

export type AdsProviderName = 'serpapi' | 'oxylabs' | 'dataforseo'

/** The result pages that were requested: `pages` of them, starting with `page`. */
export interface AskedPages {
  page: number
  pages: number
}

/** The reason a provider didn't run the search. */
export type ProviderRefusal =
  | { reason: 'key' | 'spent' | 'too_many' | 'failed' }
  /** The provider doesn't support the value of a parameter. */
  | { reason: 'parameter'; parameter: keyof GoogleAdsInput }

export type ProviderAnswer =
  | { kind: 'pages'; pages: ParsedResultPage[] }
  /** `code` is the HTTP status, or the provider's own code. */
  | { kind: 'refused'; refusal: ProviderRefusal; code: number }
