/** The port to hosted search-result services: the request for a result page, and the meaning of the response. */

import type { ParsedResultPage } from '../ad.ts'
import type { SearchRequest } from '../search/request.ts'

export interface ProviderSearch extends SearchRequest {
  /** Whether the caller asked for a page whose scripts have run. */
  renderJs: boolean
}

export interface ProviderAccess {
  /** Origin of the service, without a trailing slash. */
  baseUrl: string
  /** The key that the service gave the server's owner. */
  key: string
}

/** An HTTP request to the service. It contains the key and is never logged. */
export interface ProviderRequest {
  url: string
  headers: Record<string, string>
  /** Sent with POST; null for a GET. */
  body: string | null
}

/** Adapters are pure: the operation sends the request. */
export interface Provider {
  /** Name of the service for messages. */
  label: string
  /** Origin that is used unless the settings name another. */
  baseUrl: string
  buildRequest(search: ProviderSearch, access: ProviderAccess): ProviderRequest
  /** The page in the parsed JSON of a 200 response. Where the JSON does not show what Google sent, the status is `error`, never `no_ads`. */
  readResponse(json: unknown, page: number): ParsedResultPage
}
