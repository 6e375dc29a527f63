/** The search-result services, and their responses: result pages, or the reason for a refusal. */

import { attempt } from '../../base/attempt.ts'
import { ServiceError } from '../../base/errors.ts'
import type { AdsProviderName, AskedPages, ProviderAnswer, ProviderRefusal } from '../../contract/ads-reading.ts'
import { dataForSeo } from './dataforseo.ts'
import { oxylabs } from './oxylabs.ts'
import { type Provider, parameterNamed } from './provider.ts'
import { fieldsOf, textValue } from './provider-ads.ts'
import { serpApi } from './serpapi.ts'

/** Keyed by their names in the GLEANER_ADS_PROVIDER setting. */
export const adsProviders: Readonly<Record<AdsProviderName, Provider>> = {
  serpapi: serpApi,
  oxylabs,
  dataforseo: dataForSeo,
}

interface ProviderResponse {
  status: number
  body: Uint8Array
}

/** Throws invalid_response if a 200 response isn't JSON. */
export function readAnswer(provider: Provider, { status, body }: ProviderResponse, asked: AskedPages): ProviderAnswer {
  // The parser's error isn't passed on, because it would quote the body.
  const json: unknown = attempt(() => JSON.parse(new TextDecoder().decode(body)))
  if (status !== 200) return { kind: 'refused', refusal: refusalOf(provider, status, json), code: status }
  if (json === undefined)
    throw new ServiceError('invalid_response', `The search provider ${provider.label} did not respond with JSON`)
  return provider.readResponse(json, asked)
}

const refusalOfStatus: Readonly<Record<number, ProviderRefusal>> = {
  401: { reason: 'key' },
  402: { reason: 'spent' },
  403: { reason: 'key' },
  429: { reason: 'too_many' },
}

function refusalOf(provider: Provider, status: number, json: unknown): ProviderRefusal {
  if (status === 400 || status === 422) {
    const { error, message } = fieldsOf(json)
    return parameterNamed(provider.parameterNames, textValue(error) ?? textValue(message)) ?? { reason: 'failed' }
  }
  return refusalOfStatus[status] ?? { reason: 'failed' }
}
