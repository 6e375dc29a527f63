/** The port to hosted search-result services. It builds requests for result pages and interprets the responses. */

import type { AskedPages, ProviderAnswer } from '../../contract/ads-reading.ts'
import type { GoogleAdsInput } from '../../contract/google-ads.ts'
import type { InputRule } from '../../contract/operation.ts'
import type { SearchRequest } from '../search/request.ts'

export interface ProviderSearch extends SearchRequest {
  /** Number of pages to request, starting at `page`. */
  pages: number
  /** True if the caller requested a page whose scripts have run. */
  renderJs: boolean
}

export interface ProviderAccess {
  /** Origin of the service, without a trailing slash. */
  baseUrl: string
  /** The API key that the service issued to the server's owner. */
  key: string
}

/** An HTTP request to the service. It contains the key and is never logged. */
interface ProviderRequest {
  url: string
  headers: Record<string, string>
  /** Sent with POST; null for GET. */
  body: string | null
}

/** Adapters are pure: the operation sends the requests, and reads the responses in a worker thread. */
export interface Provider {
  label: string
  /** Default origin, used unless the settings specify another. */
  baseUrl: string
  /** True if one request returns all pages of a search. Otherwise, each page requires a separate request. */
  bringsAllPages: boolean
  /** The service's restrictions on otherwise valid parameters, checked before any request to it. */
  rules: readonly InputRule<GoogleAdsInput>[]
  buildRequest(search: ProviderSearch, access: ProviderAccess): ProviderRequest
  /** Interprets the parsed JSON of a 200 response. A page that doesn't show what Google sent has the status `error`, never `no_ads`. */
  readResponse(json: unknown, asked: AskedPages): ProviderAnswer
  /** Parameters, keyed by the names used in the service's messages. */
  parameterNames: Readonly<Record<string, keyof GoogleAdsInput>>
}
