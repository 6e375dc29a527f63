/** A hosted search-result service: how it is asked for a page, and what its answer says in this service's own words. */

import type { ReadPage } from '../page/read-result-page.ts'
import type { SearchRequest } from '../search/request.ts'

export interface ProviderSearch extends SearchRequest {
  /** Whether the caller asked for a page whose scripts have run. */
  renderJs: boolean
}

export interface ProviderAccess {
  /** Origin of the service, without a slash at its end. */
  baseUrl: string
  /** As the server's owner has it from the service. */
  key: string
}

/** A request in plain words; who sends it is not the provider's business. Holds the key: neither logged nor told. */
export interface ProviderCall {
  url: string
  headers: Record<string, string>
  /** Sent by POST; null for a GET. */
  body: string | null
}

/** Port of the services; adapters are pure and stand in files of their own. */
export interface Provider {
  /** For messages. */
  label: string
  /** Where it answers unless the settings say otherwise. */
  baseUrl: string
  call(search: ProviderSearch, access: ProviderAccess): ProviderCall
  /** What a 200 says about the page, as parsed from its JSON. What it does not say is `error`, never "no ads". */
  read(answer: unknown, page: number): ReadPage
}
