/** The port to hosted search-result services. It builds requests for result pages and interprets the responses. */

import type { AskedPages, ProviderAnswer, ProviderRefusal } from '../../contract/ads-reading.ts'
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

/** The refusal for a parameter that a service's error message names; null if the message doesn't name one. */
export function parameterNamed(
  parameterNames: Provider['parameterNames'],
  message: string | null,
): ProviderRefusal | null {
  const words: readonly string[] = message?.match(/\w+/g) ?? []
  const name = Object.keys(parameterNames).find((one) => words.includes(one))
  const parameter = name === undefined ? undefined : parameterNames[name]
  return parameter === undefined ? null : { reason: 'parameter', parameter }
}

/** A request with a JSON body. `key` is a user name and a password, separated by a colon. */
export function jsonRequest(url: string, key: string, json: unknown): ProviderRequest {
  const authorization = `Basic ${Buffer.from(key).toString('base64')}`
  return { url, headers: { 'content-type': 'application/json', authorization }, body: JSON.stringify(json) }
}
