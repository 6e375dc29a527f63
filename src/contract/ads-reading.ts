/** What is read of Google's result pages and of the answers of search-result services: types alone, for those who only pass them on. */

import type { z } from 'zod'
import type { ad, adsPage, GoogleAdsInput } from './google-ads.ts'

/** What was found on a result page, or what Google sent in its place. */
export type ResultPageStatus = z.infer<typeof adsPage>['status']

/** A result page, read by Gleaner or by a provider. */
export interface ParsedResultPage {
  status: ResultPageStatus
  ads: z.infer<typeof ad>[]
  /** With `layout_changed`: where ads stand that could not be read, and how they begin. */
  unread?: string[]
}

/** The names that the setting GLEANER_ADS_PROVIDER takes. */
export type AdsProviderName = 'serpapi' | 'oxylabs' | 'dataforseo'

/** The pages that a response is read for: so many from the first one on. */
export interface AskedPages {
  page: number
  pages: number
}

/** Why a service did not search. */
export type ProviderRefusal =
  | { reason: 'key' | 'spent' | 'too_many' | 'failed' }
  /** It does not take the value of a parameter. */
  | { reason: 'parameter'; parameter: keyof GoogleAdsInput }

/** What a response means. */
export type ProviderAnswer =
  /** The pages that were asked for, in their order. */
  | { kind: 'pages'; pages: ParsedResultPage[] }
  /** `code` is the HTTP status, or the service's own code. */
  | { kind: 'refused'; refusal: ProviderRefusal; code: number }
