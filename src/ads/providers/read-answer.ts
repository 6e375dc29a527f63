/** Reads a search-result service's response: its result pages, or the reason for a refusal. */

import { ServiceError } from '../../base/errors.ts'
import type { AskedPages, ProviderAnswer, ProviderRefusal } from '../../contract/ads-reading.ts'
import { parameterNamed } from './parameter-named.ts'
import type { Provider } from './provider.ts'
import { textValue } from './provider-ads.ts'
import { fieldsOf } from './response-fields.ts'

interface ProviderResponse {
  status: number
  body: Uint8Array
}

/** Throws invalid_response if a 200 response isn't JSON. */
export function readAnswer(provider: Provider, { status, body }: ProviderResponse, asked: AskedPages): ProviderAnswer {
  const json = parseJson(body)
  if (status !== 200) return { kind: 'refused', refusal: refusalOf(provider, status, json?.value), code: status }
  if (json === null)
    throw new ServiceError('invalid_response', `The search provider ${provider.label} did not respond with JSON`)
  return provider.readResponse(json.value, asked)
}

/** Null if the body isn't JSON. The parser's error isn't passed on, because it would quote the body. */
function parseJson(body: Uint8Array): { value: unknown } | null {
  try {
    return { value: JSON.parse(new TextDecoder().decode(body)) }
  } catch {
    return null
  }
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
